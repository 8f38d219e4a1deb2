package dev.retrysafe.samples.ticketdesk.desk;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.samples.ticketdesk.PortFile;
import dev.retrysafe.spring.IdempotencyKeyInterceptor;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** The desk. Retrysafe's starter finds the Redisson client, or the DataSource, and protects the tools of {@link TicketDesk}. */
@SpringBootApplication
public class DeskApplication {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    /**
     * Starts the desk.
     *
     * @param args properties, as {@code --name=value}
     */
    public static void main(String[] args) {
        SpringApplication.run(DeskApplication.class, args);
    }

    @Bean(destroyMethod = "shutdown")
    @ConditionalOnProperty(name = "desk.store", havingValue = "redis", matchIfMissing = true)
    RedissonClient redisson(@Value("${desk.redis}") String address) {
        Config config = new Config();
        config.useSingleServer().setAddress(address);
        return Redisson.create(config);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnProperty(name = "desk.store", havingValue = "jdbc")
    HikariDataSource dataSource(
            @Value("${desk.database}") String address, @Value("${desk.database-user}") String user) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address);
        config.setUsername(user);
        return new HikariDataSource(config);
    }

    /**
     * The vendor, with the key of the running tool on every order. The JDK's HTTP client, because it never sends a POST again by itself. {@code HttpURLConnection} does, when the
     * connection closes without an answer: two effects, and neither Retrysafe nor the caller would hear of it.
     */
    @Bean
    RestClient vendorHttp(RestClient.Builder builder, @Value("${desk.vendor}") String address) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(READ_TIMEOUT);
        return builder.baseUrl(address)
                .requestFactory(requests)
                .requestInterceptor(new IdempotencyKeyInterceptor())
                .build();
    }

    @EventListener
    void ready(ApplicationReadyEvent event) throws IOException {
        Environment environment = event.getApplicationContext().getEnvironment();
        String file = environment.getProperty("desk.port-file");
        Integer port = environment.getProperty("local.server.port", Integer.class);
        if (file != null && port != null) {
            PortFile.write(Path.of(file), port);
        }
    }
}
