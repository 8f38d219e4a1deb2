import org.springframework.ai.tool.annotation.Tool;

class Weather {
    @Tool(description = "Tells the weather of a city")
    public String weather(String city) {
//                ^ WARNING UnclassifiedTool
        return city;
    }
}
