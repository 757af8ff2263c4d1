"""One sale in XML, with the types that zeep reads from the service's schema."""

import datetime
import sys
import urllib.request
import uuid

from lxml import etree
from zeep.loader import load_external
from zeep.settings import Settings
from zeep.transports import Transport
from zeep.xsd.schema import Schema

base, path = sys.argv[1:]
settings = Settings()
transport = Transport()
document = load_external(path, transport, settings=settings)
schema = Schema(document, transport, path, settings)
namespace = document.get("targetNamespace")


def answer(url, body=None):
    headers = {"Accept": "application/xml"}
    if body is None:
        headers["X-Api-Key"] = "pk_demo"
    else:
        headers["Content-Type"] = "application/xml"
    request = urllib.request.Request(base + url, data=body, headers=headers)
    with urllib.request.urlopen(request) as response:
        root = etree.fromstring(response.read())
    return schema.get_element(root.tag).parse(root, schema)


def written(**fields):
    """An Event with these fields. Only what is set is sent."""
    event = schema.get_element("{%s}Event" % namespace)
    parent = etree.Element("parent")
    event.render(parent, event(**fields))
    return etree.tostring(parent[0])


products = answer("/api/products").Values.Product
summary = next(one for one in products if one.HasAvailability and one.ProductTypeCode == "scheduled")
product = answer("/api/product/" + summary.Id)
soon = datetime.date.today() + datetime.timedelta(days=14)
events = answer("/api/events?id=%s&fromdate=%s" % (product.Id, soon)).Values.Event
event = next(one for one in events if one.AvailabilityCode == "available")
item = next(one for one in product.Items.Item if one.Id == event.ItemId)
usual = [(rule.Code, max(rule.MinQuantity, rule.DefaultQuantity)) for rule in item.TicketRules.TicketRule]
selection = {
    "Id": event.Id,
    "ApiKey": "pk_demo",
    "Tickets": {"Ticket": [{"Code": code, "Quantity": quantity} for code, quantity in usual if quantity > 0]},
}

request = written(**selection)
assert b"Email" not in request and b"TotalUsd" not in request, request
offer = answer("/api/es/eventvalidate", request)
assert offer.IsValid, offer.Errors
values = {"string": "Example", "integer": "70", "date": "2030-12-24", "time": "18:05"}
questions = offer.Questions.Question if offer.Questions else []
placed = answer(
    "/api/es/eventbook",
    written(
        **selection,
        Email="traveller@example.com",
        PhoneNumber="+34 600 000 000",
        RemoteHost="203.0.113.24",
        ExternalReference="INTEROP-%s" % uuid.uuid4(),
        TotalUsd={"CurrencyCode": "USD", "Value": offer.TotalUsd.Value},
        TestMode=True,
        Answers={"Answer": [{"Code": one.Code, "Value": values[one.Type]} for one in questions]},
    ),
)
assert placed.IsValid, placed.Errors
order = answer("/api/es/order/" + placed.Id)
assert order.Status == "complete", order.Status
print("booked", order.Reference)
