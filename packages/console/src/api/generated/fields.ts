// Generated from the schema of a product. Do not edit: run "npm run generate".

/** The fields of a product that its form shows, in the schema's order. docs/how-to/add-a-field.md explains them. */
export const fields = [
  {"name":"externalId","at":"/externalId","section":"basics","kind":"text","most":128,"required":true},
  {"name":"name","at":"/name","section":"basics","kind":"text","most":200,"required":true},
  {"name":"names","at":"/names","section":"basics","kind":"texts","most":200},
  {"name":"type","at":"/type","section":"basics","kind":"choice","choices":["scheduled","timeless","dateless"],"required":true},
  {"name":"currencyCode","at":"/currencyCode","section":"basics","kind":"text","required":true},
  {"name":"durationMinutes","at":"/durationMinutes","section":"basics","kind":"whole","least":1,"most":43200,"unit":"min"},
  {"name":"cityCode","at":"/cityCode","section":"place","kind":"text","most":64,"required":true},
  {"name":"timeZone","at":"/timeZone","section":"place","kind":"text","most":64,"required":true},
  {"name":"venue","at":"/location/venue","section":"place","kind":"text","most":200,"required":true},
  {"name":"address","at":"/location/address","section":"place","kind":"text","most":300,"required":true},
  {"name":"latitude","at":"/location/latitude","section":"place","kind":"number","least":-90,"most":90,"nullable":true,"required":true},
  {"name":"longitude","at":"/location/longitude","section":"place","kind":"number","least":-180,"most":180,"nullable":true,"required":true},
  {"name":"supplier","at":"/supplier","section":"sale","kind":"text","most":128,"nullable":true,"default":null},
  {"name":"immediateBooking","at":"/immediateBooking","section":"sale","kind":"flag","required":true},
  {"name":"leadPurchaseDay","at":"/leadPurchaseDay","section":"sale","kind":"whole","least":0,"most":365,"required":true},
  {"name":"cancelPurchaseHour","at":"/cancelPurchaseHour","section":"sale","kind":"whole","least":0,"most":8760,"required":true},
  {"name":"refundTiers","at":"/refundTiers","section":"sale","kind":"list"},
  {"name":"codePerPerson","at":"/codePerPerson","section":"sale","kind":"flag","default":false},
  {"name":"allPassengerNames","at":"/questions/allPassengerNames","section":"questions","kind":"flag","required":true},
  {"name":"allPassengerWeights","at":"/questions/allPassengerWeights","section":"questions","kind":"flag","required":true},
  {"name":"hotel","at":"/questions/hotel","section":"questions","kind":"flag","required":true},
  {"name":"airportFlight","at":"/questions/airportFlight","section":"questions","kind":"flag","required":true},
] as const;
