package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP to one server on this machine. It never sends anything twice: retrying is the story's business. */
final class Http {

    static final JsonMapper JSON = new JsonMapper();

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final String base;

    Http(int port) {
        base = "http://127.0.0.1:" + port;
    }

    /**
     * What came back.
     *
     * @param status the HTTP status
     * @param headers the headers
     * @param body the JSON body
     */
    record Reply(int status, java.net.http.HttpHeaders headers, JsonNode body) {}

    String base() {
        return base;
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Reply post(String path, Map<String, String> headers, Object body) throws IOException, InterruptedException {
        return postText(path, headers, JSON.writeValueAsString(body));
    }

    Reply postText(String path, Map<String, String> headers, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return send(request.header("Content-Type", "application/json"));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        String body = response.body();
        return new Reply(response.statusCode(), response.headers(), JSON.readTree(body.isEmpty() ? "null" : body));
    }
}
