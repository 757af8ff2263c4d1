import java.io.ByteArrayOutputStream;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.UUID;
import javax.xml.XMLConstants;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.JAXBElement;
import javax.xml.bind.Marshaller;
import javax.xml.bind.Unmarshaller;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import paseo.*;

/** One sale in XML, with the classes that xjc made of the service's schema. Requests and answers are validated against it. */
public class Book {
    static final HttpClient http = HttpClient.newHttpClient();
    static final ObjectFactory make = new ObjectFactory();
    static String base;
    static JAXBContext context;
    static Schema schema;

    public static void main(String[] arguments) throws Exception {
        base = arguments[0];
        context = JAXBContext.newInstance("paseo");
        schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new java.io.File(arguments[1]));

        PagedResponse products = get("/api/products");
        ProductSummary summary = products.getValues().getProduct().stream()
            .filter(one -> one.isHasAvailability() && one.getProductTypeCode() == ProductTypeCode.SCHEDULED)
            .findFirst().orElseThrow();
        Product product = get("/api/product/" + summary.getId());
        PagedResponse events = get("/api/events?id=" + product.getId() + "&fromdate=" + LocalDate.now().plusDays(14));
        EventRecord event = events.getValues().getEvent().stream()
            .filter(one -> one.getAvailabilityCode() == AvailabilityCode.AVAILABLE)
            .findFirst().orElseThrow();

        Event offer = post("eventvalidate", selection(product, event));
        if (!offer.isIsValid()) throw new IllegalStateException(offer.getErrors().getError().get(0).getCode());

        Event booking = selection(product, event);
        booking.setEmail("traveller@example.com");
        booking.setPhoneNumber("+34 600 000 000");
        booking.setRemoteHost("203.0.113.24");
        booking.setExternalReference("INTEROP-" + UUID.randomUUID());
        booking.setTotalUsd(offer.getTotalUsd());
        booking.setTestMode(true);
        booking.setAnswers(make.createEventAnswers());
        for (Question question : offer.getQuestions().getQuestion()) {
            Answer answer = make.createAnswer();
            answer.setCode(question.getCode());
            answer.setValue(switch (question.getType()) {
                case STRING -> "Example";
                case INTEGER -> "70";
                case DATE -> "2030-12-24";
                case TIME -> "18:05";
            });
            booking.getAnswers().getAnswer().add(answer);
        }
        Order placed = post("eventbook", booking);
        if (!placed.isIsValid()) throw new IllegalStateException(placed.getErrors().getError().get(0).getCode());
        Order order = get("/api/es/order/" + placed.getId());
        if (order.getStatus() != OrderStatus.COMPLETE) throw new IllegalStateException("status " + order.getStatus());
        System.out.println("booked " + order.getReference());
    }

    /** The usual number of each ticket of the event's item. */
    static Event selection(Product product, EventRecord event) {
        Event selection = make.createEvent();
        selection.setId(event.getId());
        selection.setApiKey("pk_demo");
        selection.setTickets(make.createEventTickets());
        for (Item item : product.getItems().getItem()) {
            if (!item.getId().equals(event.getItemId())) continue;
            for (TicketRule rule : item.getTicketRules().getTicketRule()) {
                long quantity = Math.max(rule.getMinQuantity(), rule.getDefaultQuantity());
                if (quantity == 0) continue;
                TicketSelection ticket = make.createTicketSelection();
                ticket.setCode(rule.getCode());
                ticket.setQuantity((int) quantity);
                selection.getTickets().getTicket().add(ticket);
            }
        }
        return selection;
    }

    static <T> T get(String path) throws Exception {
        return answer(HttpRequest.newBuilder(URI.create(base + path)).header("X-Api-Key", "pk_demo"));
    }

    static <T> T post(String operation, Object body) throws Exception {
        Marshaller marshaller = context.createMarshaller();
        marshaller.setSchema(schema);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        marshaller.marshal(body, bytes);
        return answer(HttpRequest.newBuilder(URI.create(base + "/api/es/" + operation))
            .header("Content-Type", "application/xml")
            .POST(HttpRequest.BodyPublishers.ofByteArray(bytes.toByteArray())));
    }

    @SuppressWarnings("unchecked")
    static <T> T answer(HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response =
            http.send(request.header("Accept", "application/xml").build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200)
            throw new IllegalStateException(response.statusCode() + ": " + new String(response.body(), "UTF-8"));
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setSchema(schema);
        Object read = unmarshaller.unmarshal(new StreamSource(new ByteArrayInputStream(response.body())));
        return (T) (read instanceof JAXBElement ? ((JAXBElement<?>) read).getValue() : read);
    }
}
