/** The mail server, in *Business*. */
export const mail = {
  title: "Mail server",
  lead: "For vouchers to guests and orders to suppliers. A change applies at once.",
  environment: "The environment of the service sets the mail server (SMTP_URL and MAIL_FROM). Change it there.",
  unset: "No mail server is set: no e-mail is sent.",
  saved: "The mail server was saved.",
  field: {
    host: "Server",
    hostLead: "Such as smtp.example.com",
    port: "Port",
    portLead: "Usually 587 or 465",
    portWrong: "A number from 1 to 65535.",
    security: "Encryption",
    user: "User",
    userLead: "Empty: without sign-in.",
    passwordLead: "Empty: the stored one.",
    from: "Sender address",
    fromLead: "Guests and suppliers see it, and answer to it.",
  },
  security: {
    auto: "Where the server offers it",
    starttls: "STARTTLS, always",
    tls: "TLS from the start (port 465)",
  },
  test: {
    button: "Send a test e-mail",
    sent: "The mail server accepted the e-mail to %{to}. Check that it arrives.",
  },
  fault: {
    none: "No mail server is set.",
    settings: "The settings of the mail server could not be read.",
    "sign-in": "The mail server refused the user or the password.",
    refused: "The mail server refused the message.",
    "refused-now": "The mail server refused the message for now. Try again later.",
    unconfirmed: "The mail server received the message, but did not confirm it. It may arrive.",
    slow: "The mail server did not answer in time. Check server and port.",
    encryption:
      "No encrypted connection: the server offers none, or its certificate is not valid. Check port and encryption.",
    "unknown-host": "There is no server with this name.",
    unreachable: "The mail server cannot be reached. Check server and port.",
  },
  delete: {
    button: "Delete the mail server",
    title: "Delete the mail server?",
    lead: "No e-mail is sent any more, and orders of suppliers by e-mail wait for your orders desk.",
    done: "The mail server was deleted.",
  },
} as const;
