import dev.retrysafe.annotation.ReadOnly;
import org.springframework.ai.tool.annotation.Tool;

class Weather {
    @ReadOnly
    @Tool(description = "Tells the weather of a city")
    public String weather(String city) {
        return city;
    }
}
