package jakarta.servlet;

public interface ServletRequest {
    Object getAttribute(String name);
}
