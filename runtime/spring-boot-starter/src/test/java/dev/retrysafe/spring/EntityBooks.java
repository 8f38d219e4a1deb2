package dev.retrysafe.spring;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import jakarta.persistence.EntityManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.transaction.annotation.Transactional;

/** Tools whose effect is an entity. */
public class EntityBooks {

    private final AtomicInteger runs = new AtomicInteger();

    private final EntityManager entities;

    EntityBooks(EntityManager entities) {
        this.entities = entities;
    }

    /** Two approvals for one entry: the second fails when the entity is written, after the method has returned. */
    @Transactional
    @SideEffect(
            key = "{ctx.tenant}:{approval}",
            fingerprint = {"approval", "id"},
            mutation = Mutation.LOCAL_TRANSACTION)
    public int persist(String approval, String id) {
        entities.persist(new Entry(id));
        return runs.incrementAndGet();
    }

    /** Asked of the object behind the proxy, as a proxy's fields are its own. */
    int runs() {
        return runs.get();
    }
}
