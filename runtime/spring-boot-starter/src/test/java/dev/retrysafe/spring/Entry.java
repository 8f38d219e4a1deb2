package dev.retrysafe.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A row that an entity manager writes when it sees fit: at the latest when the transaction commits. */
@Entity
public class Entry {

    @Id
    private String id = "";

    protected Entry() {}

    Entry(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }
}
