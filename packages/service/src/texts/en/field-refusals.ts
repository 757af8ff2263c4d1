/**
 * The refusals of a field, a file or a request by code, with placeholders for their values. `detail` is the sentence of the interface, where
 * the console has another one: it completes a sentence that begins with the field, or has the interface's own words.
 */
export const fieldRefusalTexts = {
  // Values that do not fit their schema. The detail completes a sentence that begins with the field.
  missing: { detail: "is missing", text: "It is missing." },
  "unknown-field": { detail: "is not a field here", text: "This field does not exist here." },
  "unknown-parameter": { detail: "is not a parameter here", text: "This parameter does not exist here." },
  "not-one-of": { detail: "must be one of {list}", text: "It must be one of these: {list}." },
  "wrong-type": { detail: "must be {type}", text: "It must be of type {type}." },
  "too-short": { detail: "must not have fewer than {least} characters", text: "It needs at least {least} characters." },
  "empty-text": { detail: "must not have fewer than 1 characters", text: "It is blank." },
  "empty-list": { detail: "must not have fewer than 1 items", text: "It is blank." },
  "too-long": { detail: "must not have more than {most} characters", text: "It has more than {most} characters." },
  "too-few-entries": { detail: "must not have fewer than {least} items", text: "It needs at least {least} entries." },
  "too-many-entries": { detail: "must not have more than {most} items", text: "It has more than {most} entries." },
  "too-small": { detail: "must be >= {least}", text: "It must be {least} or more." },
  "too-large": { detail: "must be <= {most}", text: "It must be {most} or less." },
  "not-an-email": { detail: 'must match format "email"', text: "It must be one e-mail address." },
  unfit: { detail: "{rule}", text: "The value is not allowed here." },
  "not-a-whole-number": {
    detail: "must be a whole number from {least} to {most}",
    text: "It must be a whole number from {least} to {most}.",
  },
  "present-twice": { detail: "is there twice", text: "It appears twice." },
  "not-positive": { detail: "must be more than 0", text: "It must be more than 0." },
  "password-common": { detail: "is common", text: "This password is too easy to guess. Choose another one." },
  "password-personal": {
    detail: "is made of the own name, the e-mail address or the name of this service",
    text: "The password is too close to your name, your e-mail address or the name of this service. Choose another one.",
  },
  "password-wrong": { detail: "is wrong", text: "The current password is wrong." },
  "code-wrong": {
    detail: "is wrong, or was used",
    text: "The code is wrong, or was used before. Wait for the next one.",
  },
  // Texts that people type.
  blank: "It is blank.",
  "nested-too-deep": {
    detail: "It is nested deeper than {most}.",
    text: "It has more than {most} levels inside one another.",
  },
  "unusable-character": "The character {character} cannot be used.",
  "line-break": "A line break cannot be used here.",
  "not-one-email": "It must be one e-mail address, with nothing around it.",
  "not-a-complete-address": {
    detail: "It must be an absolute http or https address without user name, password and fragment.",
    text: "It must be a complete http or https address without user name, password and fragment.",
  },
  "not-an-address": {
    detail: "{value} is no address.",
    text: "It must be a complete http or https address without user name, password and fragment.",
  },
  "telephone-too-short": "A telephone number has at least {least} digits.",
  "not-a-language": { detail: "{value} is no language tag (BCP 47).", text: "{value} is no language code." },
  "description-unfit": { detail: "description {rule}.", text: "The description {rule}." },
  "placeholder-unknown": "{placeholder} is no placeholder. There are {list}.",
  "two-letters-needed": { detail: "Two letters or more are needed.", text: "Type at least two letters." },
  "not-an-id": "{value} is not an id.",
  "address-erased": "The order's address was erased: type one.",
  // Days, times and time zones.
  "not-a-date": "{value} is not a date: write 2026-06-16.",
  "not-in-calendar": "{value} is not a date of the calendar from 1900 to 9999.",
  "no-such-day": { detail: "There is no such day.", text: "This date does not exist." },
  "no-such-instant": { detail: "There is no such instant.", text: "This date does not exist." },
  "day-to-come": "The day is still to come: today is {today}.",
  "not-a-time": "{value} is not a time: write 20:30.",
  "has-two-readings": "{typed} has two readings: write {one} or {other}.",
  "time-skipped": {
    detail: "The clocks of {zone} skip {times}: choose another time.",
    text: "The clocks of {zone} go forward and skip {times}. Choose another time, or remove this date by an exception.",
  },
  "time-shown-twice": {
    detail: "The clocks of {zone} show {times} twice: choose another time.",
    text: "The clocks of {zone} go back and show {times} twice. Choose another time, or remove this date by an exception.",
  },
  "not-a-time-zone":
    "{value} is not a time zone: write an IANA name of the form Area/City, such as Europe/Madrid, or UTC.",
  "time-zone-unknown": "The database does not know the time zone {value}.",
  "ends-before-start": "{later} is before {earlier}.",
  "first-day-after-last": { detail: "The first day is after the last day.", text: "The end is before the start." },
  "before-first-day": { detail: "It is before the first day.", text: "The end is before the start." },
  "not-after-from": { detail: "It is not after `from`.", text: "The end is before the start." },
  "report-too-long": "A report has {most} days at most.",
  "days-out-of-range": "Ask for 1 to {most} days. These are {days}.",
  past: { detail: "It is past.", text: "It is in the past." },
  "after-event-start": "It is after the start of the event.",
  // Files.
  "file-not-json": "It is not JSON: {why}.",
  "file-not-utf8": "It is not in UTF-8.",
  "csv-not-utf8": "It is not in UTF-8: save it as “CSV UTF-8”.",
  "file-has-many-records": "It has more than {most} records: split it.",
  "file-has-many-rows": "It has more than {most} rows: split it.",
  "table-has-many-rows": "It has more than {most} rows below the headings: split it.",
  "file-unreadable": { detail: "{why}", text: "It cannot be read: {why}" },
  "export-has-many-rows": {
    detail: "It is {n} {what}, and a file of {format} holds {most}: choose a shorter time.",
    text: "A file holds {most} rows at most, and these are {n}. Choose a shorter period.",
  },
  "column-missing": { detail: "There is no such column.", text: "This column is missing." },
  "column-unknown": { detail: "It is not one of {list}.", text: "Unknown column. Known columns: {list}." },
  "column-twice": "The column appears twice.",
  "more-cells-than-headings": "There are more cells than headings.",
  "formula-not-calculated": {
    detail: "It is a formula that no program has calculated: open the file in a spreadsheet and save it.",
    text: "The cell has a formula without a result. Open the file in a spreadsheet program and save it.",
  },
  "cell-has-error": { detail: "It has the error {value}.", text: "The cell has the error {value}." },
  "cell-is-percentage": { detail: "It is a percentage, {value} %.", text: "The cell is a percentage ({value} %)." },
  "cells-merged": "The cells {value} are merged: split them.",
  "too-many-prices": "There are more than {most} prices.",
  "not-in-list": "{value} is not one of {list}.",
  "not-a-capacity": "{value} is not a whole number up to {most}, or {word}.",
  "not-an-amount": "{value} is not an amount: write 45.00, or - to take the ticket off.",
  "event-in-another-row": "This event is already in row {row}.",
  "code-in-another-row": "{value} already appears at another row.",
  "no-such-product": "There is no product {value}.",
  "no-such-item": { detail: "{product} has no item {value}.", text: "The product {product} has no item {value}." },
  "prices-in-other-currency": "The prices of {product} are in {currency}.",
  "no-ticket-left": {
    detail: "No ticket would be left: to sell none, say availability removed.",
    text: "No ticket would be left. To sell none, set availability to removed.",
  },
  "new-event-needs-seats": {
    detail: "This event is not there yet: to add it, say how many seats.",
    text: "This is a new event. Give its capacity.",
  },
  "new-event-needs-price": {
    detail: "This event is not there yet: to add it, give a price.",
    text: "This is a new event. Give a price.",
  },
  // Products, their items and their events.
  "already-appears": "{value} already appears at {place}.",
  "not-in-catalogue": "{value} is no {what} of this catalogue.",
  "id-stays": { detail: "It stays {value}.", text: "It stays {value}: partners' copies refer to it." },
  "id-must-stay": "It must stay {value}, since partners' copies refer to it. Duplicate the product instead.",
  "too-many-categories": "More than {most} categories: {list}.",
  "tier-not-earlier": {
    detail: "{value} is not less than {before}, that of the tier before.",
    text: "Hours must fall from tier to tier: {before}, then {value}.",
  },
  "tier-refunds-more": {
    detail: "{value} is more than {before}, that of the tier before.",
    text: "A refund cannot rise from tier to tier: {before}%, then {value}%.",
  },
  "scheme-without-rate": {
    detail: "A product of the tax scheme {scheme} has no tax rate.",
    text: "No tax is shown with this tax scheme. Leave the tax empty.",
  },
  "only-text-has-length": {
    detail: "Only a question of the kind text has maxLength.",
    text: "Only a text has a longest answer.",
  },
  "only-choice-has-choices": {
    detail: "Only a question of the kind choice has choices.",
    text: "Only a question with a list has choices.",
  },
  "choice-needs-two": {
    detail: "A question of the kind choice needs two choices.",
    text: "A list needs at least two choices.",
  },
  "age-below-from": {
    detail: "{value} is less than ageFrom, {least}.",
    text: "{value} is less than the minimum, {least}.",
  },
  "maximum-below-minimum": {
    detail: "{value} is less than minQuantity, {least}.",
    text: "{value} is less than the minimum, {least}.",
  },
  "whole-event-needs-seats":
    "A ticket for the whole event needs events with a number of seats. The event of {event} has no limit.",
  "whole-event-once": "A ticket for the whole event can be bought once: the greatest number is 1, not {value}.",
  "needs-steps": "It says how steps apply, and the price has no steps.",
  "step-not-above": "A step must begin above {before}, not at {value}.",
  "step-costs-more": "A step cannot cost more than the one before: {before}, then {value}.",
  "steps-of-people-for-all": "Steps by people are for all tickets: nobody can say which tickets are the further ones.",
  "stock-needs-extra": "Only a ticket whose rule says 0 people and 0 seats has a stock: seats limit the others.",
  "ticket-counts-units":
    "Units are counted by a ticket alone: say how many of it one unit is for, and no seats or people.",
  "quantity-not-sold": "{value} cannot be bought: quantities go from {least} to {most} in steps of {step}.",
  "schedule-needs-times": {
    detail: "A schedule of a scheduled product needs times.",
    text: "A product with date and time needs a time.",
  },
  "event-needs-time": { detail: "A scheduled product needs one.", text: "A product with date and time needs a time." },
  "type-has-no-times": { detail: "A {type} product has no times.", text: "This type of product has no times." },
  "event-has-no-time": {
    detail: "A {type} product has no times: its events are at 00:00.",
    text: "This type of product has no times.",
  },
  "dateless-has-no-weekdays": {
    detail: "A dateless product has no weekdays.",
    text: "A product with an open date has no weekdays.",
  },
  "one-standing-event": {
    detail: "An item of a dateless product has one event only.",
    text: "With an open date, an item has a single event.",
  },
  "schedule-too-long": "A schedule spans three years at most.",
  "already-planned": "{value} is already planned in this item.",
  "already-planned-often": "{value} is already planned in this item, and so are {more} more.",
  "exception-hits-nothing": "This schedule has no event at this date and time.",
  "ticket-not-of-item": {
    detail: "{ticket} is not a ticket rule of this item.",
    text: "This item has no ticket {ticket}.",
  },
  "ticket-priced-twice": "{ticket} already has a price here.",
  "too-many-decimals": "{currency} has {digits} digits after the decimal point.",
  "has-fewer-seats": "{subject} has {seats} seats.",
  "price-out-of-range": "{subject}: {ticket} would cost {amount} {currency}.",
  "no-event-has-ticket": "No selected event has the ticket {ticket}.",
  "not-a-ticket-code":
    "{value} is no ticket code: it has letters without accents, digits, dots, hyphens and underscores.",
  "prices-in-several-currencies":
    "The products have prices in {list}: change them by per cent, or one currency at a time.",
  "rounding-needs-percent": "A rounding step is for a change by percent.",
  "rounding-below-unit": "{currency} has no smaller unit than {least}: choose a step of {least} or more.",
  "selection-cannot-combine": "It cannot be combined with single events.",
  "product-not-selected": "It is not one of `products`.",
  "exactly-one-needed": "Exactly one of {list} is needed.",
  "item-needs-product": "An item needs the productId of its product.",
  // Pages, sites, partners, suppliers and currencies.
  "page-without-language": {
    detail: "A page needs a name and an address in a language.",
    text: "A page needs a name and an address in at least one language.",
  },
  "address-value-unknown": "{value} is no value of this address: use {list}.",
  "address-same-for-all": "Every page would have this address: use {one} or {other}.",
  "white-label-taken": {
    detail: "White label {value} belongs to another partner.",
    text: "The site {value} belongs to another partner.",
  },
  "no-such-partner": "There is no partner {value}.",
  "only-owner": "Only an owner can add a partner, or change its name or activity.",
  "only-order-role": {
    detail: "Only an operator who decides orders can change how a supplier is called.",
    text: "Your role cannot change how a supplier receives orders.",
  },
  "only-order-role-moves": {
    detail: "Only an operator who decides orders can move a product to another supplier.",
    text: "Only the roles Owner and Orders can move a product to another supplier.",
  },
  "secret-missing": "It is missing: the stored one is kept only for the same kind and address.",
  "password-not-kept": {
    detail: "is missing: the stored one is kept only for the same address and user",
    text: "Type the password again: the stored one is kept only for the same address and user.",
  },
  "user-needs-password": "A user needs a password.",
  "category-unknown": { detail: "{value} is no category of the channel", text: "The channel has no category {value}." },
  "key-too-easy": {
    detail: "is too easy to guess: it needs {least} random bits",
    text: "The key is too easy to guess: it needs {least} random bits, as `openssl rand -hex 32` makes them.",
  },
  "rate-not-positive": "A rate must be more than 0.",
  "rate-of-dollar": "The rate of USD is 1.",
  "dollar-without-markup": "The rate of USD is 1, without a markup.",
  "markup-too-small": "A markup must be at least {least} per cent.",
  "new-currency-needs-rate": {
    detail: "A new currency needs its units for one US dollar.",
    text: "Enter how many units of the new currency are one US dollar.",
  },
  "image-gone": { detail: "There is no such image: send it first.", text: "The image was deleted. Upload it again." },
  "only-guide-has-guide": "Only the role guide has a guide.",
  "guide-missing": {
    detail: "The role guide needs a resource of the kind guide.",
    text: "Choose the guide who signs in.",
  },
  // Addresses that the service calls.
  "address-not-absolute": {
    detail: "The address is not an absolute URL.",
    text: "It must be a complete http or https address without user name, password and fragment.",
  },
  "address-not-http": {
    detail: "The address is neither http nor https.",
    text: "The address must begin with http:// or https://.",
  },
  "address-has-user": {
    detail: "The address contains a user name or a password.",
    text: "The address must not contain a user name or a password.",
  },
  "address-port-blocked": "Port {port} is not a port for HTTP.",
  "address-private": {
    detail: "The host is not on a public address. The setting {setting} allows private addresses.",
    text: "The address is in a private network or on this machine, so it is never called. The setting {setting} allows private addresses.",
  },
  "photo-not-https": {
    detail: "The address does not begin with https://.",
    text: "The address must begin with https://.",
  },
  "photo-moved": "The address leads to another one. Open it in a browser and copy the address of the photo.",
  "photo-status": "The host answered with the status {status}.",
  "photo-too-large": "The file has more than {most} MB.",
  "photo-not-read": "{why}",
  "mail-not-sent": { detail: "{why}", text: "{fault}" },
  // Orders, payments and blocks of seats.
  "balance-due": { detail: "The balance due is {most}.", text: "It is at most the balance due, {most}." },
  "refund-too-large": {
    detail: "The order's price leaves {most} to pay back.",
    text: "At most {most} of the order's price can still be paid back.",
  },
  "nothing-was-paid": "Nothing was paid for a test order.",
  "difference-needs-method": {
    detail: "is missing: the amendment costs {amount} {currency} more.",
    text: "Choose how the difference of {amount} {currency} is paid.",
  },
  "difference-has-no-method": {
    detail: "must be left out: the amendment costs no more.",
    text: "Leave it out: the amendment costs no more.",
  },
  "deposit-needs-account": { detail: "A deposit is for a sale on account.", text: "Only a sale on account has it." },
  "due-day-needs-account": { detail: "A due day is for a sale on account.", text: "Only a sale on account has it." },
  "block-of-other-event": {
    detail: "The block is for another event.",
    text: "These blocked seats are for another event.",
  },
  "reason-needs-price": { detail: "A reason is for another price.", text: "A reason needs another price." },
  "total-is-free": { detail: "A total of 0 is free.", text: "Choose Free: the total is 0." },
  "total-is-not-free": { detail: "Free is a total of 0.", text: "The total is not 0. Choose how it is paid." },
  "value-gone": { detail: "is no {what} that there is", text: "This value does not exist." },
  "filter-unknown": { detail: "is no filter of {list}", text: "The list has no such filter." },
  // Letters and actions on many orders.
  "letter-missing": { detail: "A letter is missing.", text: "Write the e-mail." },
  "news-missing": "Write the news in place of {value}.",
  "same-event": { detail: "It is the event itself.", text: "Choose another event: this is the event itself." },
  "no-such-event": "There is no event with this id.",
  "only-move-has-target": "Only a move has a target.",
  "move-needs-one-event": "Only the orders of one event move together.",
  "only-product-switch-removed": "Only the switch of a product can be removed.",
  "letter-has-no-hours": "Only a reminder and thanks have hours.",
  // Allotments.
  "item-unknown": "There is no such item.",
  "release-of-no-guarantee": "Only guaranteed seats are released.",
  "partner-guaranteed-twice": {
    detail: "Another allotment guarantees seats of the event on {event} to {partner} already: {allotment}.",
    text: "{partner} has guaranteed seats for {event} already: {allotment}.",
  },
  "too-few-seats-to-guarantee": {
    detail:
      "The event on {event} has {missing} seats too few for all of its guarantees, and {others} further events have too few.",
    text: "{event} has {missing} seats too few for all guarantees. Further events with too few: {others}.",
  },
  "too-many-allotment-events": {
    detail: "It applies to more than {most} coming events.",
    text: "It applies to more than {most} events. Choose fewer days.",
  },
  // Resources.
  "no-such-resource": "There is no resource {value}.",
  "resources-need-times": {
    detail: "Only events with a time need resources. The product is {type}.",
    text: "Resources need events with a time of day.",
  },
  "resource-twice": "{resource} is already in requirement {n}.",
  "minutes-missing": {
    detail: "Neither the item nor the product says how long it lasts. Give the minutes here.",
    text: "The product does not say how long it lasts. Enter the minutes here.",
  },
  "resource-archived": "{resource} is archived.",
  "resource-off": { detail: "{resource} is unavailable then.", text: "{resource} is unavailable that day." },
  "resource-out-of-hours": {
    detail: "{resource} does not work then.",
    text: "it is outside the working hours of {resource}.",
  },
  "resource-taken": "{resource} is taken by {events}.",
  "resource-has-few-units": { detail: "{resource} has too few units.", text: "{resource} has too few free units." },
  "event-ended": "The event has ended.",
  "requirement-gone": {
    detail: "The item has no such requirement.",
    text: "The plan has changed. Load the page again.",
  },
  "resource-not-required": {
    detail: "The resource is not one of the requirement's.",
    text: "The plan has changed. Load the page again.",
  },
  "resource-not-needed": { detail: "The event does not take it.", text: "The event does not need this resource." },
  "whole-resource-only": {
    detail: "An event without guests takes no units. It can have the whole of a resource.",
    text: "An event without guests can only get a whole resource, such as a guide. Its boats are divided when guests book.",
  },
  "resource-in-use": {
    detail: "Only an event without guests can give its resource back.",
    text: "Guests have booked the event: give it another resource, or move its guests.",
  },
} as const;
