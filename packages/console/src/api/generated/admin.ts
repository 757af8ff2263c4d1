// Generated from the admin OpenAPI document. Do not edit: run "npm run generate".

export interface paths {
    "/admin/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log, newest first
         * @description Roles: owner.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/catalogue/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the catalogue, or a part of it, as a catalogue file
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["catalogue.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/catalogue/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a catalogue file: all of it or, with any error, nothing
         * @description Roles: owner, catalogue.
         */
        post: operations["catalogue.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List currencies with their rates
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["currencies.list"];
        put?: never;
        /**
         * Create a currency
         * @description Roles: owner, catalogue.
         */
        post: operations["currencies.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/currencies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a currency
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["currencies.show"];
        /**
         * Change a currency, its rate and its markup. Validated prices keep the old rate for the price hold
         * @description Roles: owner, catalogue.
         */
        put: operations["currencies.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/currencies/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rates of a currency over time, newest first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["currencies.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/currencies/ecb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set rates from the European Central Bank's file (eurofxref-daily.xml); markups stay
         * @description Roles: owner, catalogue.
         */
        post: operations["currencies.ecb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of a period and the waiting orders; of products, partners, cities and refusals the first ten
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the results of a period's callbacks, in total and by partner
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.callbacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report capacity and seats sold of the coming days, by local day
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.load"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/look-to-book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the number of validations for each order
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.lookToBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report refusal codes of requests with live keys, the most frequent first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.refusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report sales by day, product, partner or city, with cancelled and rejected orders in separate columns
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.sales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/dashboard/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how far behind each partner with a live key was at its last request, the furthest first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["dashboard.sync"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callbacks, newest first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a callback with its body, its attempts and their answers
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["deliveries.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a callback again with the same id and body, in any state
         * @description Roles: owner, orders.
         */
        post: operations["deliveries.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/deliveries/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend all matching callbacks, oldest first, at most 200; deliveries.list counts them
         * @description Roles: owner, orders.
         */
        post: operations["deliveries.replayRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/door/admissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the admissions that a device made without network
         * @description Roles: owner, orders, door.
         */
        post: operations["door.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/door/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find guests of the sessions that the door serves now by the beginning of a last name
         * @description Roles: owner, orders, door.
         */
        post: operations["door.find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/door/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download the list with which a device admits people without network
         * @description Roles: owner, orders, door.
         */
        post: operations["door.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/door/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions that the door accepts now, and the conflicts of the last day
         * @description Roles: owner, orders, door.
         */
        get: operations["door.sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/entrance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the first owner has not joined yet
         * @description Anyone.
         */
        get: operations["session.entrance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events with sold and free seats
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session with its sales and admissions
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the guests of a session. The audit log records each view
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.manifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/{id}/manifest/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the guests of a session as CSV or XLSX. The audit log records each export
         * @description Roles: owner, orders.
         */
        get: operations["events.manifestExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a month of events with the occupancy of each day
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.calendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change status, capacity or prices of many events. Schedules get exceptions; sold seats stay sold
         * @description Roles: owner, catalogue.
         */
        post: operations["events.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of some days with sold, admitted and free seats; by default from now until the end of tomorrow
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.day"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events with capacity, sales and prices as CSV or XLSX, without removed ones
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["events.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/events/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change and add events by such a file. A blank cell changes nothing, - as a price removes that ticket from the event, and no row deletes an event
         * @description Roles: owner, catalogue.
         */
        post: operations["events.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operator's named filters of orders
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["filters.list"];
        put?: never;
        /**
         * Save a filter of orders under a name. A filter of that name is replaced
         * @description Roles: owner, catalogue, orders, read-only.
         */
        post: operations["filters.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/filters/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a named filter of orders
         * @description Roles: owner, catalogue, orders, read-only.
         */
        post: operations["filters.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the store's time zone and currency, and which first steps are done
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["home.show"];
        /**
         * Choose the store's time zone and currency. A currency that does not exist yet is created with the rate
         * @description Roles: owner.
         */
        put: operations["home.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/home/dismiss-setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the list of first steps away for every operator
         * @description Roles: owner.
         */
        post: operations["home.dismissSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whose one-time link it is; changes nothing
         * @description Anyone.
         */
        post: operations["session.invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/invitation/acceptance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password by a one-time link, and sign in
         * @description Anyone.
         */
        post: operations["session.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts of the e-mail with a voucher, and the placeholders
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["letters.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/letters/{lang}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the text of the e-mail with a voucher in one language
         * @description Roles: owner, orders.
         */
        put: operations["letters.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/letters/{lang}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill in a text with the values of an example
         * @description Roles: owner, orders.
         */
        post: operations["letters.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the mail server, without its password
         * @description Roles: owner.
         */
        get: operations["mail.show"];
        /**
         * Choose the mail server. It applies at once, in every process
         * @description Roles: owner.
         */
        put: operations["mail.update"];
        post?: never;
        /**
         * Delete the mail server: no e-mail is sent any more
         * @description Roles: owner.
         */
        delete: operations["mail.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message, through the server in use or through one that is not saved yet
         * @description Roles: owner.
         */
        post: operations["mail.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description Roles: owner.
         */
        get: operations["operators.list"];
        put?: never;
        /**
         * Invite an operator; the answer contains the one-time link
         * @description Roles: owner.
         */
        post: operations["operators.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an operator
         * @description Roles: owner.
         */
        get: operations["operators.show"];
        /**
         * Change an operator's name, role and activity
         * @description Roles: owner.
         */
        put: operations["operators.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new one-time link, for an operator who lost the password or the second factor
         * @description Roles: owner.
         */
        post: operations["operators.inviteAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an operator's sessions, the most recently used first
         * @description Roles: owner.
         */
        get: operations["operators.sessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of an operator
         * @description Roles: owner.
         */
        delete: operations["operators.endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators/{id}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of an operator
         * @description Roles: owner.
         */
        delete: operations["operators.endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operators/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock an operator after too many failed attempts
         * @description Roles: owner.
         */
        post: operations["operators.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders; with `waiting` the queue: flagged first, then the oldest
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["orders.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order with its timeline, callbacks and voucher
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["orders.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/acceptChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a quote: the order changes, or its supplier is asked. A 409 if the order or the seats changed since the quote
         * @description Roles: owner, orders.
         */
        post: operations["orders.acceptChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all of an order's callbacks again, oldest first
         * @description Roles: owner, orders.
         */
        post: operations["orders.resendCallbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order, also with its supplier
         * @description Roles: owner, orders.
         */
        post: operations["orders.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an order in its supplier's place
         * @description Roles: owner, orders.
         */
        post: operations["orders.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/confirmCancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a cancellation in its supplier's place
         * @description Roles: owner, orders.
         */
        post: operations["orders.confirmCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/confirmChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change in its supplier's place
         * @description Roles: owner, orders.
         */
        post: operations["orders.confirmChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/contactSupplier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the supplier about an order now, and remove the flag
         * @description Roles: owner, orders.
         */
        post: operations["orders.contactSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an order in its supplier's place
         * @description Roles: owner, orders.
         */
        post: operations["orders.decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/declineCancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a cancellation: the order remains valid
         * @description Roles: owner, orders.
         */
        post: operations["orders.declineCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/declineChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a change: the order remains as it was
         * @description Roles: owner, orders.
         */
        post: operations["orders.declineChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase an order's personal data now
         * @description Roles: owner, orders.
         */
        post: operations["orders.erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all stored data of an order
         * @description Roles: owner, orders.
         */
        get: operations["orders.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to the timeline: a refund, a telephone call
         * @description Roles: owner, orders.
         */
        post: operations["orders.note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/quoteChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a change of an order. A field that is left out keeps its value
         * @description Roles: owner, orders.
         */
        post: operations["orders.quoteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a refund that was paid: one that is due, or another one. A 409 if it was recorded meanwhile
         * @description Roles: owner, orders.
         */
        post: operations["orders.recordRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/{id}/sendVoucher": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an order's voucher by e-mail, to the guest or another address
         * @description Roles: owner, orders.
         */
        post: operations["orders.sendVoucher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the orders that a list's filters select as CSV or XLSX. The audit log records each export
         * @description Roles: owner, orders.
         */
        get: operations["orders.exportList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content pages
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["pages.list"];
        put?: never;
        /**
         * Create a content page
         * @description Roles: owner, catalogue.
         */
        post: operations["pages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a content page
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["pages.show"];
        /**
         * Replace a content page
         * @description Roles: owner, catalogue.
         */
        put: operations["pages.update"];
        post?: never;
        /**
         * Delete a content page. Partners read it as unpublished, since they have no list of deleted pages
         * @description Roles: owner, catalogue.
         */
        delete: operations["pages.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners with their keys, recent sales and error rate
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.list"];
        put?: never;
        /**
         * Create a partner without keys
         * @description Roles: owner.
         */
        post: operations["partners.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a partner
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.show"];
        /**
         * Change a partner's name, activity, or whether it gets callbacks about changes to its orders
         * @description Roles: owner.
         */
        put: operations["partners.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/catalog-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the address for messages about the catalogue, and the last attempt; null if there is none
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.catalogAddress"];
        /**
         * Register the address. A message follows each later change of the catalogue
         * @description Roles: owner.
         */
        put: operations["partners.setCatalogAddress"];
        post?: never;
        /**
         * Remove the address: no more messages are sent
         * @description Roles: owner.
         */
        delete: operations["partners.removeCatalogAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner's keys by their first letters, valid ones first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.keys"];
        put?: never;
        /**
         * Create a key, which only this answer shows. A partner has at most two keys of a kind, for rotation
         * @description Roles: owner.
         */
        post: operations["partners.createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key; requests with it are refused
         * @description Roles: owner.
         */
        delete: operations["partners.revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/mistakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report a partner's refusal codes, the most frequent first, each with a hint for its developers
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.mistakes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the secrets that sign a partner's callbacks. The audit log records it
         * @description Roles: owner.
         */
        get: operations["partners.secret"];
        put?: never;
        /**
         * Create a new secret. For 24 hours, a partner's callbacks are also signed with the former ones
         * @description Roles: owner.
         */
        post: operations["partners.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/partners/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report a partner's requests by day and operation, newest day first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["partners.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products, in the partners' catalogue or not
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["products.list"];
        put?: never;
        /**
         * Create a product
         * @description Roles: owner, catalogue.
         */
        post: operations["products.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product as the operator wrote it, with derived figures
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["products.show"];
        /**
         * Replace a product. Events follow its schedules; sold seats stay sold
         * @description Roles: owner, catalogue.
         */
        put: operations["products.update"];
        post?: never;
        /**
         * Delete a product; its orders remain valid, and publishing restores it
         * @description Roles: owner, catalogue.
         */
        delete: operations["products.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an unpublished copy of a product
         * @description Roles: owner, catalogue.
         */
        post: operations["products.duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a product
         * @description Roles: owner, catalogue.
         */
        post: operations["products.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a former revision of a product
         * @description Roles: owner, catalogue.
         */
        post: operations["products.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List former revisions of a product, newest first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["products.revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a former revision of a product
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["products.revision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/products/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a product; its orders remain valid
         * @description Roles: owner, catalogue.
         */
        post: operations["products.unpublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Refunds of live orders: due refunds first, the longest due at the top, then recorded refunds, the newest first
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["refunds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/refunds/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the refunds that a list's filters select as CSV or XLSX. The audit log records each export
         * @description Roles: owner, orders.
         */
        get: operations["refunds.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations that each role may call
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        get: operations["roles.table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find orders, guests, products, partners and sessions by the beginnings of words
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["search.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        get: operations["session.show"];
        /**
         * Change the own name
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        put: operations["session.settings"];
        /**
         * Sign in
         * @description Anyone.
         */
        post: operations["session.signIn"];
        /**
         * Sign out
         * @description Anyone.
         */
        delete: operations["session.signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the operator's own password; other sessions end
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        post: operations["session.password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes; other sessions end
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        post: operations["session.recoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable or replace the second factor; other sessions end
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        put: operations["session.confirmSecondFactor"];
        /**
         * Create a second factor, which must be confirmed
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        post: operations["session.newSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/second-factor/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable the second factor; other sessions end
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        post: operations["session.removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operator's own sessions, the most recently used first
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        get: operations["session.list"];
        put?: never;
        post?: never;
        /**
         * End all of the operator's own sessions
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        delete: operations["session.endAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the operator's own sessions
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        delete: operations["session.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppliers by external id
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["suppliers.list"];
        put?: never;
        /**
         * Create a supplier. The role catalogue may only create the kind desk without settings
         * @description Roles: owner, catalogue, orders.
         */
        post: operations["suppliers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/suppliers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a supplier
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["suppliers.show"];
        /**
         * Change a supplier. Omitted fields get their defaults. The role catalogue may not change kind and settings
         * @description Roles: owner, catalogue, orders.
         */
        put: operations["suppliers.update"];
        post?: never;
        /**
         * Delete a supplier without products and orders
         * @description Roles: owner, catalogue, orders.
         */
        delete: operations["suppliers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/suppliers/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the secrets that sign calls to a supplier. The audit log records it
         * @description Roles: owner.
         */
        get: operations["suppliers.secret"];
        put?: never;
        /**
         * Create a new secret. For 24 hours, calls to a supplier are also signed with the former ones
         * @description Roles: owner.
         */
        post: operations["suppliers.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/ticket-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ticket types of the catalogue with their names on vouchers and lists
         * @description Roles: owner, catalogue, orders, read-only, door.
         */
        get: operations["ticketTypes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/ticket-types/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name a ticket type in the three languages
         * @description Roles: owner, catalogue.
         */
        put: operations["ticketTypes.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/vouchers/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a code is valid now, without admitting anyone
         * @description Roles: owner, orders, door.
         */
        post: operations["vouchers.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/vouchers/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admit the people of a code once; with a reason, also at another time or session
         * @description Roles: owner, orders, door.
         */
        post: operations["vouchers.redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/vouchers/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one's own admission within a minute
         * @description Roles: owner, orders, door.
         */
        post: operations["vouchers.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/white-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List white labels of all partners
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["whiteLabels.list"];
        put?: never;
        /**
         * Create a white label of a partner
         * @description Roles: owner, catalogue.
         */
        post: operations["whiteLabels.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/white-labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a white label
         * @description Roles: owner, catalogue, orders, read-only.
         */
        get: operations["whiteLabels.show"];
        /**
         * Rename a white label
         * @description Roles: owner, catalogue.
         */
        put: operations["whiteLabels.update"];
        post?: never;
        /**
         * Delete a white label
         * @description Roles: owner, catalogue.
         */
        delete: operations["whiteLabels.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description Stable code of the problem. */
            code: string;
            detail: string;
            errors?: {
                detail: string;
                /** @description JSON pointer to the field in the body, or the parameter's name. */
                pointer: string;
            }[];
            status: number;
            title: string;
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "audit.list": {
        parameters: {
            query?: {
                operation?: string;
                operatorId?: string;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                sort?: string;
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            after: unknown;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            before: unknown;
                            id: number;
                            operation: string;
                            /** @description The operator's e-mail address at that time, or the command line. */
                            operator: string;
                            /** @enum {unknown} */
                            outcome: "done" | "forbidden" | "refused";
                            subject: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "catalogue.export": {
        parameters: {
            query?: {
                cityCode?: string;
                currencyCode?: string;
                deleted?: boolean;
                hasAvailability?: boolean;
                ids?: string;
                kinds?: string;
                published?: boolean;
                q?: string;
                supplier?: string;
                type?: "scheduled" | "timeless" | "dateless";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currencies?: {
                            active?: boolean;
                            code: string;
                            displaySymbol: string;
                            name: string;
                            rate: string;
                        }[];
                        pages?: {
                            cityCode?: string;
                            /** @description True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
                            deleted?: boolean;
                            en?: {
                                name: string;
                                url: string;
                            };
                            es?: {
                                name: string;
                                url: string;
                            };
                            externalId: string;
                            pt?: {
                                name: string;
                                url: string;
                            };
                            published?: boolean;
                            /** @enum {unknown} */
                            type: "city" | "category" | "product";
                            /** @description White labels with this page. Omitted: all sites. */
                            whiteLabels?: string[];
                        }[];
                        partners?: {
                            active?: boolean;
                            externalId: string;
                            name: string;
                            whiteLabels?: {
                                code: string;
                                name: string;
                            }[];
                        }[];
                        products?: {
                            /** @description Hours before the event from which an order cannot be cancelled. */
                            cancelPurchaseHour: number;
                            /** @description Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`. */
                            cityCode: string;
                            /**
                             * @description True: each person of an order has a code of their own at the door. False: one code admits the whole party.
                             * @default false
                             */
                            codePerPerson?: boolean;
                            /** @description Currency of all prices (ISO 4217), in this file or imported before. */
                            currencyCode: string;
                            /**
                             * @description True deletes the product: partners find it in `productsdeleted`.
                             * @default false
                             */
                            deleted?: boolean;
                            /** @description How long the event lasts, in minutes. */
                            durationMinutes?: number;
                            /** @description Your own id of the product. */
                            externalId: string;
                            /** @description True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once. */
                            immediateBooking: boolean;
                            /** @description What travellers choose. */
                            items: {
                                /** @description Single events. */
                                events?: {
                                    /**
                                     * @description Omitted: `available`.
                                     * @enum {unknown}
                                     */
                                    availability?: "available" | "removed" | "black-out" | "sold-out";
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    /** @description Local date and time: `yyyy-MM-ddTHH:mm`. */
                                    eventOn: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                }[];
                                /** @description Your own id, unique within its product. */
                                externalId: string;
                                /** @description Name of the item. */
                                name: string;
                                /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                                names?: {
                                    en?: string;
                                    es?: string;
                                    pt?: string;
                                };
                                /** @description Your own number of the item, printed on orders and vouchers. */
                                partNumber: string;
                                /**
                                 * @description False takes the item off sale.
                                 * @default true
                                 */
                                published?: boolean;
                                /** @description Patterns that become dated events. */
                                schedules?: {
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    exceptions?: {
                                        /**
                                         * @description Omitted: as without the exception.
                                         * @enum {unknown}
                                         */
                                        availability?: "available" | "removed" | "black-out" | "sold-out";
                                        /** @description Seats. Null: unlimited. */
                                        capacity?: number | null;
                                        date: string;
                                        /** @description Price of each ticket that is sold. */
                                        prices?: {
                                            /** @description Decimal string, with at most the decimals of the currency. */
                                            amount: string;
                                            /** @description Code of a ticket rule. */
                                            code: string;
                                        }[];
                                        /** @description Omitted: all events of the day. */
                                        time?: string;
                                    }[];
                                    from: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                    times?: string[];
                                    to: string;
                                    /** @description ISO numbers, 1 is Monday. Omitted: every day. */
                                    weekdays?: number[];
                                }[];
                                /** @description The tickets that an order can have. */
                                ticketRules: {
                                    /** @description Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`. */
                                    code: string;
                                    /** @description Number that a partner proposes. */
                                    defaultQuantity: number;
                                    /** @description Step from the minimum. */
                                    incrementQuantity: number;
                                    /** @description Greatest number in an order. */
                                    maxQuantity: number;
                                    /** @description Least number in an order. 1 or more makes the ticket required. */
                                    minQuantity: number;
                                }[];
                            }[];
                            /** @description Whole days before the event's local day on which sales end. 0: until the event starts. */
                            leadPurchaseDay: number;
                            /** @description Where the event takes place or starts. */
                            location: {
                                /** @description Address of the venue. */
                                address: string;
                                /** @description Degrees north of the equator. */
                                latitude: number | null;
                                /** @description Degrees east of Greenwich. */
                                longitude: number | null;
                                /** @description Venue or meeting point. */
                                venue: string;
                            };
                            /** @description Name that partners show to travellers. */
                            name: string;
                            /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                            names?: {
                                en?: string;
                                es?: string;
                                pt?: string;
                            };
                            /**
                             * @description False takes the product out of the partners' catalogue.
                             * @default true
                             */
                            published?: boolean;
                            /** @description Questions of partners to travellers who book. */
                            questions: {
                                /** @description True: partners ask for the airport and the flight. */
                                airportFlight: boolean;
                                /** @description True: partners ask for the name of every traveller. */
                                allPassengerNames: boolean;
                                /** @description True: partners ask for the weight of every traveller. */
                                allPassengerWeights: boolean;
                                /** @description True: partners ask for the hotel. */
                                hotel: boolean;
                            };
                            /** @description Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`. */
                            refundTiers?: {
                                /** @description The tier applies until this many hours before the event. */
                                hours: number;
                                /** @description Percent of the price that is refunded. */
                                percent: number;
                            }[];
                            /**
                             * @description External id of a supplier, in this file or imported before. Null: orders wait at your own desk.
                             * @default null
                             */
                            supplier?: string | null;
                            /** @description IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`. */
                            timeZone: string;
                            /**
                             * @description `scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.
                             * @enum {unknown}
                             */
                            type: "scheduled" | "timeless" | "dateless";
                        }[];
                        suppliers?: {
                            answerWithinMinutes?: number;
                            externalId: string;
                            /** @description How it receives orders. It says what `settings` may contain. */
                            kind: string;
                            /** @enum {unknown} */
                            lang?: "es" | "pt" | "en";
                            name: string;
                            /** @description What the kind needs. */
                            settings?: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
        };
    };
    "catalogue.import": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null if no record is free of problems. */
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        } | null;
                        dryRun: boolean;
                        /** @description Only in a dry run. `changes` omits records with a problem. At most 1,000 problems are listed. */
                        problems: {
                            detail: string;
                            /** @description JSON pointer into the file. */
                            pointer: string;
                        }[];
                        /** @description Send it with the import, which then makes exactly the changes of the dry run. */
                        state: string;
                    };
                };
            };
        };
    };
    "currencies.list": {
        parameters: {
            query?: {
                active?: boolean;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                q?: string;
                sort?: "code" | "name" | "active" | "changedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            active: boolean;
                            /** @description Units for one US dollar before the markup. */
                            base: string;
                            changedAt: string | null;
                            code: string;
                            displaySymbol: string;
                            id: string;
                            /** @description Percentage that it adds to every dollar price. */
                            markup: string;
                            name: string;
                            origin: ("file" | "hand" | "ecb") | null;
                            /** @description Number of products with prices in it. */
                            products: number;
                            /** @description Units for one US dollar with the markup, as partners read it. */
                            rate: string;
                            /** @description Of the record as it was read. */
                            revision: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "currencies.create": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    /** @description Units for one US dollar before the markup. */
                    base: string;
                    /** @description ISO 4217. */
                    code: string;
                    displaySymbol: string;
                    /** @description Per cent, from -50 to 99. The rate is base / (1 + markup / 100), rounded half up to 8 digits. */
                    markup: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        /** @description The effects of each changed rate. */
                        effects: {
                            /** @description Decimal. */
                            after: string;
                            /** @description Decimal. */
                            before: string;
                            code: string;
                            /** @description Coming events, likewise. */
                            events: number;
                            examples: {
                                /** @description Decimal. */
                                price: string;
                                product: string;
                                ticket: string;
                                /** @description Decimal. */
                                usdAfter: string;
                                /** @description Decimal. */
                                usdBefore: string;
                            }[];
                            /** @description Products in the partners' catalogue with prices in it. All of them count as changed. */
                            products: number;
                        }[];
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "currencies.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /** @description Units for one US dollar before the markup. */
                        base: string;
                        changedAt: string | null;
                        code: string;
                        displaySymbol: string;
                        id: string;
                        /** @description Percentage that it adds to every dollar price. */
                        markup: string;
                        name: string;
                        origin: ("file" | "hand" | "ecb") | null;
                        /** @description Number of products with prices in it. */
                        products: number;
                        /** @description Units for one US dollar with the markup, as partners read it. */
                        rate: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                    };
                };
            };
        };
    };
    "currencies.update": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    /** @description Units for one US dollar before the markup. */
                    base: string;
                    displaySymbol: string;
                    /** @description Per cent, from -50 to 99. The rate is base / (1 + markup / 100), rounded half up to 8 digits. */
                    markup: string;
                    name: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        /** @description The effects of each changed rate. */
                        effects: {
                            /** @description Decimal. */
                            after: string;
                            /** @description Decimal. */
                            before: string;
                            code: string;
                            /** @description Coming events, likewise. */
                            events: number;
                            examples: {
                                /** @description Decimal. */
                                price: string;
                                product: string;
                                ticket: string;
                                /** @description Decimal. */
                                usdAfter: string;
                                /** @description Decimal. */
                                usdBefore: string;
                            }[];
                            /** @description Products in the partners' catalogue with prices in it. All of them count as changed. */
                            products: number;
                        }[];
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "currencies.history": {
        parameters: {
            query?: {
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                sort?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @description Units for one US dollar before the markup. */
                            base: string;
                            /** @description E-mail address; null: a command. */
                            by: string | null;
                            id: number;
                            /** @description Percentage that it adds to every dollar price. */
                            markup: string;
                            /** @enum {unknown} */
                            origin: "file" | "hand" | "ecb";
                            /** @description Units for one US dollar with the markup, as partners read it. */
                            rate: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "currencies.ecb": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/xml": string;
                "text/xml": string;
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        /** @description The newest day of the file. */
                        date: string;
                        dryRun: boolean;
                        /** @description The effects of each changed rate. */
                        effects: {
                            /** @description Decimal. */
                            after: string;
                            /** @description Decimal. */
                            before: string;
                            code: string;
                            /** @description Coming events, likewise. */
                            events: number;
                            examples: {
                                /** @description Decimal. */
                                price: string;
                                product: string;
                                ticket: string;
                                /** @description Decimal. */
                                usdAfter: string;
                                /** @description Decimal. */
                                usdBefore: string;
                            }[];
                            /** @description Products in the partners' catalogue with prices in it. All of them count as changed. */
                            products: number;
                        }[];
                        /** @description Active currencies that the file lacks: they keep their rates. */
                        missing: string[];
                        /** @description Send it with the real run, which then makes exactly the changes of the dry run. */
                        state: string;
                    };
                };
            };
        };
    };
    "dashboard.show": {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            callbacks: number;
                            /** @description Delivered at the first attempt. */
                            firstAttempt: number;
                            givenUp: number;
                            medianSeconds: number | null;
                            name: string;
                            p95Seconds: number | null;
                            /** @description External id; empty for all partners together. */
                            partner: string;
                            /** @description Delivered later. */
                            retried: number;
                            /** @description The partner's endpoint answered 410. */
                            stopped: number;
                            waiting: number;
                        };
                        from: string;
                        load: {
                            /** @description Seats of events with a limit. */
                            capacity: number;
                            /** @description Local day of the events. */
                            day: string;
                            /** @description Number of events that are available or sold out. */
                            events: number;
                            load: number | null;
                            /** @description Seats of these that standing orders take. */
                            sold: number;
                            unlimitedEvents: number;
                            unlimitedSold: number;
                        }[];
                        lookToBook: {
                            byDay: {
                                /** @description The day, or the partner's external id. Validations are counted by days in UTC. */
                                key: string;
                                name: string;
                                /** @description Orders placed, in any status. */
                                orders: number;
                                ratio: number | null;
                                /** @description Number of refused validations. */
                                refused: number;
                                /** @description Requests to eventvalidate with live keys. */
                                validations: number;
                            }[];
                            total: {
                                /** @description Orders placed, in any status. */
                                orders: number;
                                ratio: number | null;
                                /** @description Number of refused validations. */
                                refused: number;
                                /** @description Requests to eventvalidate with live keys. */
                                validations: number;
                            };
                        };
                        orders: {
                            flagged: number;
                            oldestWaitingAt: string | null;
                            waitcancel: number;
                            waitsupplier: number;
                        };
                        refusals: {
                            code: string;
                            /** @description Number of requests refused with this code, alone or among others. */
                            count: number;
                            /** @description A sentence to send to the partner. */
                            en: string;
                            es: string;
                            /**
                             * @description `problem`: an invalid request. `refusal`: a business rule refused a valid one.
                             * @enum {unknown}
                             */
                            kind: "problem" | "refusal";
                            operations: string[];
                            pt: string;
                            /** @description From 0 to 1. */
                            share: number;
                            /**
                             * @description The side that has to act: the partner, neither, or this service.
                             * @enum {unknown}
                             */
                            whose: "partner" | "course" | "service";
                        }[];
                        sales: {
                            byCity: {
                                cancelledOrders: number;
                                cancelledSeats: number;
                                /** @description Decimal. */
                                cancelledUsd: string;
                                /** @description The day in the store's time zone on which orders were placed, an external id, or a city's code. */
                                key: string;
                                name: string;
                                /** @description Standing orders, with those that wait for their supplier. */
                                orders: number;
                                /** @description Orders that their supplier rejected. */
                                rejectedOrders: number;
                                seats: number;
                                /** @description Decimal. */
                                usd: string;
                            }[];
                            byDay: {
                                cancelledOrders: number;
                                cancelledSeats: number;
                                /** @description Decimal. */
                                cancelledUsd: string;
                                /** @description The day in the store's time zone on which orders were placed, an external id, or a city's code. */
                                key: string;
                                name: string;
                                /** @description Standing orders, with those that wait for their supplier. */
                                orders: number;
                                /** @description Orders that their supplier rejected. */
                                rejectedOrders: number;
                                seats: number;
                                /** @description Decimal. */
                                usd: string;
                            }[];
                            byPartner: {
                                cancelledOrders: number;
                                cancelledSeats: number;
                                /** @description Decimal. */
                                cancelledUsd: string;
                                /** @description The day in the store's time zone on which orders were placed, an external id, or a city's code. */
                                key: string;
                                name: string;
                                /** @description Standing orders, with those that wait for their supplier. */
                                orders: number;
                                /** @description Orders that their supplier rejected. */
                                rejectedOrders: number;
                                seats: number;
                                /** @description Decimal. */
                                usd: string;
                            }[];
                            byProduct: {
                                cancelledOrders: number;
                                cancelledSeats: number;
                                /** @description Decimal. */
                                cancelledUsd: string;
                                /** @description The day in the store's time zone on which orders were placed, an external id, or a city's code. */
                                key: string;
                                name: string;
                                /** @description Standing orders, with those that wait for their supplier. */
                                orders: number;
                                /** @description Orders that their supplier rejected. */
                                rejectedOrders: number;
                                seats: number;
                                /** @description Decimal. */
                                usd: string;
                            }[];
                            total: {
                                cancelledOrders: number;
                                cancelledSeats: number;
                                /** @description Decimal. */
                                cancelledUsd: string;
                                /** @description Standing orders, with those that wait for their supplier. */
                                orders: number;
                                /** @description Orders that their supplier rejected. */
                                rejectedOrders: number;
                                seats: number;
                                /** @description Decimal. */
                                usd: string;
                            };
                        };
                        sync: {
                            deletionsBehind: number | null;
                            expired: boolean | null;
                            minutesBehind: number | null;
                            name: string;
                            partner: string;
                            syncedAt: string | null;
                            updateVersion: number | null;
                            versionsBehind: number | null;
                        }[];
                        /** @description Zone of the days. */
                        timeZone: string;
                        /**
                         * @description The store's own zone, that of most products, or none: UTC.
                         * @enum {unknown}
                         */
                        timeZoneOrigin: "store" | "products" | "none";
                        to: string;
                    };
                };
            };
        };
    };
    "dashboard.callbacks": {
        parameters: {
            query?: {
                format?: "json" | "csv";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            callbacks: number;
                            /** @description Delivered at the first attempt. */
                            firstAttempt: number;
                            givenUp: number;
                            medianSeconds: number | null;
                            name: string;
                            p95Seconds: number | null;
                            /** @description External id; empty for all partners together. */
                            partner: string;
                            /** @description Delivered later. */
                            retried: number;
                            /** @description The partner's endpoint answered 410. */
                            stopped: number;
                            waiting: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "dashboard.load": {
        parameters: {
            query?: {
                days?: number;
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Seats of events with a limit. */
                            capacity: number;
                            /** @description Local day of the events. */
                            day: string;
                            /** @description Number of events that are available or sold out. */
                            events: number;
                            load: number | null;
                            /** @description Seats of these that standing orders take. */
                            sold: number;
                            unlimitedEvents: number;
                            unlimitedSold: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "dashboard.lookToBook": {
        parameters: {
            query: {
                by: "day" | "partner";
                format?: "json" | "csv";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The day, or the partner's external id. Validations are counted by days in UTC. */
                            key: string;
                            name: string;
                            /** @description Orders placed, in any status. */
                            orders: number;
                            ratio: number | null;
                            /** @description Number of refused validations. */
                            refused: number;
                            /** @description Requests to eventvalidate with live keys. */
                            validations: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "dashboard.refusals": {
        parameters: {
            query?: {
                format?: "json" | "csv";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            /** @description Number of requests refused with this code, alone or among others. */
                            count: number;
                            /** @description A sentence to send to the partner. */
                            en: string;
                            es: string;
                            /**
                             * @description `problem`: an invalid request. `refusal`: a business rule refused a valid one.
                             * @enum {unknown}
                             */
                            kind: "problem" | "refusal";
                            operations: string[];
                            pt: string;
                            /** @description From 0 to 1. */
                            share: number;
                            /**
                             * @description The side that has to act: the partner, neither, or this service.
                             * @enum {unknown}
                             */
                            whose: "partner" | "course" | "service";
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "dashboard.sales": {
        parameters: {
            query: {
                by: "day" | "product" | "partner" | "city";
                format?: "json" | "csv";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cancelledOrders: number;
                            cancelledSeats: number;
                            /** @description Decimal. */
                            cancelledUsd: string;
                            /** @description The day in the store's time zone on which orders were placed, an external id, or a city's code. */
                            key: string;
                            name: string;
                            /** @description Standing orders, with those that wait for their supplier. */
                            orders: number;
                            /** @description Orders that their supplier rejected. */
                            rejectedOrders: number;
                            seats: number;
                            /** @description Decimal. */
                            usd: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "dashboard.sync": {
        parameters: {
            query?: {
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deletionsBehind: number | null;
                            expired: boolean | null;
                            minutesBehind: number | null;
                            name: string;
                            partner: string;
                            syncedAt: string | null;
                            updateVersion: number | null;
                            versionsBehind: number | null;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "deliveries.list": {
        parameters: {
            query?: {
                from?: string;
                httpStatus?: number;
                order?: "asc" | "desc";
                orderId?: string;
                page?: number;
                partner?: string;
                perPage?: number;
                q?: string;
                sort?: "createdAt" | "attempts" | "settledAt";
                state?: "waiting" | "delivered" | "given-up" | "stopped";
                test?: boolean;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            externalReference: string | null;
                            httpStatus: number | null;
                            id: string;
                            nextAt: string | null;
                            orderId: string;
                            outcome: string | null;
                            /** @description The partner's external id. */
                            partner: string;
                            /** @description Reference of the order. */
                            reference: string;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            settledAt: string | null;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            test: boolean;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "deliveries.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                        amended: number;
                        /** @description Number of attempts without replays. */
                        attempts: number;
                        /** @description The JSON body as sent. */
                        body: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        externalReference: string | null;
                        httpStatus: number | null;
                        id: string;
                        log: {
                            /** @description The beginning of the answer. */
                            answer: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            httpStatus: number | null;
                            ms: number;
                            /** @description `answered`, or why there was no answer. */
                            outcome: string;
                            /** @description Sent again by hand. */
                            replay: boolean;
                        }[];
                        nextAt: string | null;
                        orderId: string;
                        outcome: string | null;
                        /** @description The partner's external id. */
                        partner: string;
                        /** @description Reference of the order. */
                        reference: string;
                        /** @description Status changes of the order so far. */
                        sequence: number;
                        settledAt: string | null;
                        /** @enum {unknown} */
                        state: "waiting" | "delivered" | "given-up" | "stopped";
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        test: boolean;
                        url: string;
                    };
                };
            };
        };
    };
    "deliveries.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answer: string;
                        httpStatus: number | null;
                        ms: number;
                        outcome: string;
                    };
                };
            };
        };
    };
    "deliveries.replayRange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description ISO 8601 UTC.
                     */
                    from: string;
                    /** @description HTTP status of any attempt; 0: an attempt without an answer. */
                    httpStatus?: number;
                    /** Format: uuid */
                    orderId?: string;
                    /** @description The partner's external id. */
                    partner?: string;
                    /** @description The order's reference, or the partner's. */
                    q?: string;
                    /** @enum {unknown} */
                    state?: "waiting" | "delivered" | "given-up" | "stopped";
                    test?: boolean;
                    /**
                     * Format: date-time
                     * @description ISO 8601 UTC.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Answered with 2xx. */
                        received: number;
                        sent: number;
                        /** @description Not sent, because the partner's endpoint did not answer. */
                        skipped: number;
                    };
                };
            };
        };
    };
    "door.merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    admissions: {
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        at: string;
                        code: string;
                        /** Format: uuid */
                        id: string;
                        /** @description Numbers of the admitted passes. */
                        passes?: number[];
                    }[];
                    device: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            conflict: ("already-redeemed" | "cancelled" | "replaced" | "wrong-day") | null;
                            id: string;
                            reference: string | null;
                            /**
                             * @description `id-taken`: the id belongs to an admission of other people. Send it again with a new id.
                             * @enum {unknown}
                             */
                            result: "merged" | "unknown" | "id-taken";
                        }[];
                    };
                };
            };
        };
    };
    "door.find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its beginning, or that of one of its words, in any case and without accents: two letters or more. */
                    lastName: string;
                    /**
                     * Format: uuid
                     * @description The event at this door.
                     */
                    sessionId?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        guests: {
                            admitted: number;
                            /** @description Admits the party, in place of a code. */
                            code: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            /** @description First name and initial. */
                            name: string;
                            people: number;
                            productName: string;
                            sessionId: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                        }[];
                        /** @description Whether there are more guests: type more letters. */
                        more: boolean;
                    };
                };
            };
        };
    };
    "door.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of sessions that the door accepts now. */
                    sessionIds: string[];
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A key is this many first bits of SHA-256 of `salt:code`. */
                        bits: number;
                        /**
                         * Format: date-time
                         * @description The device must not use the list from then on.
                         */
                        expiresAt: string;
                        /** Format: date-time */
                        madeAt: string;
                        orders: {
                            guest: string | null;
                            key: number | null;
                            lead: string | null;
                            /** @description Keys of `name:` and each beginning of a last name, without case and accents, up to twelve letters. */
                            names: number[];
                            passes: {
                                admitted: {
                                    /** Format: date-time */
                                    at: string;
                                    by: string;
                                } | null;
                                /** @description Key of the short code. */
                                key: number;
                                /** @description From 1, in each order. */
                                n: number;
                                people: number;
                                ticketCode: string | null;
                            }[];
                            /** @description Position of its session in `sessions`. */
                            session: number;
                            /** @enum {unknown} */
                            state: "complete" | "cancelled" | "not-confirmed" | "replaced";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                        }[];
                        salt: string;
                        sessions: {
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            from: string | null;
                            id: string;
                            itemName: string;
                            productName: string;
                            servedFrom: string | null;
                            /**
                             * Format: date-time
                             * @description Until then guests are found by name.
                             */
                            servedUntil: string;
                            /** Format: date-time */
                            until: string;
                        }[];
                        /** @description The names of each ticket code in the languages of the console. */
                        ticketNames: {
                            [key: string]: {
                                en: string;
                                es: string;
                                pt: string;
                            };
                        };
                        /** @constant */
                        version: 1;
                    };
                };
            };
        };
    };
    "door.sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description People who were admitted without network but should not have been. */
                        conflicts: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            by: string;
                            /** @enum {unknown} */
                            conflict: "already-redeemed" | "cancelled" | "replaced" | "wrong-day";
                            device: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            first: {
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                by: string;
                                device: string;
                            } | null;
                            /** @description Of the admission. */
                            id: string;
                            people: number;
                            productName: string;
                            reference: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        now: string;
                        sessions: {
                            accepted: {
                                from: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            };
                            admitted: number;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            /** @description Of the event. */
                            id: string;
                            itemName: string;
                            /** @description Whether it takes place about now. */
                            now: boolean;
                            /** @description Of confirmed orders. */
                            people: number;
                            productName: string;
                            /** @enum {unknown} */
                            productType: "scheduled" | "timeless" | "dateless";
                            timeZone: string;
                        }[];
                    };
                };
            };
        };
    };
    "session.entrance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ownerMissing: boolean;
                    };
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                cityCode?: string;
                from?: string;
                item?: string;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                productId?: string;
                sort?: "eventOn" | "state" | "capacity" | "left";
                state?: "available" | "ended" | "sold-out" | "marked-sold-out" | "black-out" | "removed" | "unpublished";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Null: without limit. */
                            capacity: number | null;
                            currencyCode: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            /** @description Seats of open holds, which are neither sold nor free. */
                            held: number;
                            id: string;
                            /** @description External id. */
                            item: string;
                            itemName: string;
                            left: number | null;
                            /** @description Sold of capacity: 1 is full, more is overbooked. */
                            load: number | null;
                            prices: {
                                amount: string;
                                code: string;
                            }[];
                            /** @description External id. */
                            product: string;
                            productId: string;
                            productName: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            salesEndAt: string;
                            /**
                             * @description As the operator set it.
                             * @enum {unknown}
                             */
                            setting: "available" | "removed" | "black-out" | "sold-out";
                            /** @description Seats that standing orders take. */
                            sold: number;
                            /**
                             * @description Whether it can be sold now, and why not.
                             * @enum {unknown}
                             */
                            state: "available" | "ended" | "sold-out" | "marked-sold-out" | "black-out" | "removed" | "unpublished";
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "events.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description People admitted at the door. */
                        admitted: number;
                        /** @description Null: without limit. */
                        capacity: number | null;
                        cityCode: string;
                        /** @description People who were admitted without network but should not have been. */
                        conflicts: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            by: string;
                            /** @enum {unknown} */
                            conflict: "already-redeemed" | "cancelled" | "replaced" | "wrong-day";
                            device: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            first: {
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                by: string;
                                device: string;
                            } | null;
                            /** @description Of the admission. */
                            id: string;
                            people: number;
                            productName: string;
                            reference: string;
                        }[];
                        currencyCode: string;
                        /** @description Days from today at the location: 0 is today, 1 tomorrow. */
                        daysAhead: number;
                        /** @description Local date and time at the location. */
                        eventOn: string;
                        /** @description Seats of open holds, which are neither sold nor free. */
                        held: number;
                        id: string;
                        /** @description External id. */
                        item: string;
                        itemName: string;
                        left: number | null;
                        prices: {
                            amount: string;
                            code: string;
                        }[];
                        /** @description External id. */
                        product: string;
                        productId: string;
                        productName: string;
                        /** @enum {unknown} */
                        productType: "scheduled" | "timeless" | "dateless";
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        salesEndAt: string;
                        /**
                         * @description As the operator set it.
                         * @enum {unknown}
                         */
                        setting: "available" | "removed" | "black-out" | "sold-out";
                        /** @description Seats that standing orders take. */
                        sold: number;
                        /** @description Whether its start is past. False for an event of a whole day. */
                        started: boolean;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        startsAt: string;
                        /**
                         * @description Whether it can be sold now, and why not.
                         * @enum {unknown}
                         */
                        state: "available" | "ended" | "sold-out" | "marked-sold-out" | "black-out" | "removed" | "unpublished";
                        timeZone: string;
                        venue: string;
                        /** @description Orders that wait for a decision. */
                        waiting: number;
                    };
                };
            };
        };
    };
    "events.manifest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether orders after the first 5000 are missing. */
                        more: boolean;
                        orders: {
                            admitted: number;
                            admittedAt: string | null;
                            confirmation: string | null;
                            email: string;
                            erasedAt: string | null;
                            externalReference: string | null;
                            flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                            /** @description Number, day and time. */
                            flight: string | null;
                            hotel: string | null;
                            /** @enum {unknown} */
                            lang: "es" | "pt" | "en";
                            /** @description The first passenger; null where the product asks for no names, or after erasure. */
                            leadName: string | null;
                            /** @description Of operators, oldest first. */
                            notes: string[];
                            orderId: string;
                            /** @description Other answers. */
                            others: {
                                code: string;
                                value: string;
                            }[];
                            /** @description The partner's name. */
                            partner: string;
                            passengers: string[];
                            phoneNumber: string;
                            /** @description The hotel's address. */
                            pickup: string | null;
                            reference: string;
                            seats: number;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Sum of the passengers' weights. */
                            weightKg: number | null;
                        }[];
                        totals: {
                            admitted: number;
                            languages: {
                                /** @enum {unknown} */
                                lang: "es" | "pt" | "en";
                                seats: number;
                            }[];
                            orders: number;
                            seats: number;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            weightKg: number | null;
                        };
                    };
                };
            };
        };
    };
    "events.manifestExport": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    "events.calendar": {
        parameters: {
            query: {
                cityCode?: string;
                item?: string;
                month: string;
                productId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            available: number;
                            blackOut: number;
                            /** @description Seats of events with a limit. */
                            capacity: number;
                            day: string;
                            /** @description Number of events that are not removed. */
                            events: number;
                            /** @description Seats of open holds, which are neither sold nor free. */
                            held: number;
                            /** @description Sold of capacity, of those that have a limit. */
                            load: number | null;
                            /** @description The id of the day's event if it has only one. */
                            only: string | null;
                            removed: number;
                            /** @description Seats that standing orders take. */
                            sold: number;
                            /** @description Seats of removed events that standing orders take. */
                            soldOfRemoved: number;
                            soldOut: number;
                            /** @description Number of events without a limit. */
                            unlimited: number;
                        }[];
                        month: string;
                        total: {
                            available: number;
                            blackOut: number;
                            /** @description Seats of events with a limit. */
                            capacity: number;
                            /** @description Number of events that are not removed. */
                            events: number;
                            /** @description Seats of open holds, which are neither sold nor free. */
                            held: number;
                            /** @description Sold of capacity, of those that have a limit. */
                            load: number | null;
                            removed: number;
                            /** @description Seats that standing orders take. */
                            sold: number;
                            /** @description Seats of removed events that standing orders take. */
                            soldOfRemoved: number;
                            soldOut: number;
                            /** @description Number of events without a limit. */
                            unlimited: number;
                        };
                    };
                };
            };
        };
    };
    "events.change": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    change: {
                        /** @enum {unknown} */
                        availability?: "available" | "removed" | "black-out" | "sold-out";
                        /** @description `to` so many seats, null without limit; or `by` so many more. */
                        capacity?: {
                            by?: number;
                            to?: number | null;
                        };
                        /** @description Applied in this order; each result is rounded half up to the currency's minor digits. */
                        prices?: {
                            /** @description Amount to add. */
                            amount?: string;
                            /** @description Code of a ticket. By default, all tickets. */
                            code?: string;
                            /** @description Percentage; 10 adds a tenth. */
                            percent?: string;
                            /** @description The new price. */
                            to?: string;
                        }[];
                    };
                    products: {
                        /** Format: uuid */
                        id: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                    }[];
                    /** @description Either local days from `from` to `to` with optional filters, or single `events`. Past and unknown events are ignored. */
                    selection: {
                        events?: {
                            /** @description Local date and time at the location, as in `events.list`. */
                            eventOn: string;
                            /** @description External id. */
                            item: string;
                            /**
                             * Format: uuid
                             * @description Of one of `products`.
                             */
                            productId: string;
                        }[];
                        /** @description Local day, yyyy-MM-dd. */
                        from?: string;
                        items?: string[];
                        times?: string[];
                        /** @description Local day, yyyy-MM-dd. */
                        to?: string;
                        /** @description 1 is Monday. */
                        weekdays?: number[];
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        products: {
                            id: string;
                            revision: number;
                        }[];
                        /** @description Decimals to which prices are rounded (half up), by currency. */
                        rounding: {
                            [key: string]: number;
                        };
                        /** @description Number of selected events. */
                        selected: number;
                    };
                };
            };
        };
    };
    "events.day": {
        parameters: {
            query?: {
                days?: number;
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description People admitted at the door. */
                            admitted: number;
                            /** @description Null: without limit. */
                            capacity: number | null;
                            cityCode: string;
                            currencyCode: string;
                            /** @description Days from today at the location: 0 is today, 1 tomorrow. */
                            daysAhead: number;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            /** @description Seats of open holds, which are neither sold nor free. */
                            held: number;
                            id: string;
                            /** @description External id. */
                            item: string;
                            itemName: string;
                            left: number | null;
                            prices: {
                                amount: string;
                                code: string;
                            }[];
                            /** @description External id. */
                            product: string;
                            productId: string;
                            productName: string;
                            /** @enum {unknown} */
                            productType: "scheduled" | "timeless" | "dateless";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            salesEndAt: string;
                            /**
                             * @description As the operator set it.
                             * @enum {unknown}
                             */
                            setting: "available" | "removed" | "black-out" | "sold-out";
                            /** @description Seats that standing orders take. */
                            sold: number;
                            /** @description Whether its start is past. False for an event of a whole day. */
                            started: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            startsAt: string;
                            /**
                             * @description Whether it can be sold now, and why not.
                             * @enum {unknown}
                             */
                            state: "available" | "ended" | "sold-out" | "marked-sold-out" | "black-out" | "removed" | "unpublished";
                            timeZone: string;
                            venue: string;
                            /** @description Orders that wait for a decision. */
                            waiting: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "events.export": {
        parameters: {
            query: {
                cityCode?: string;
                format: "csv" | "xlsx";
                from?: string;
                item?: string;
                productId?: string;
                state?: "available" | "ended" | "sold-out" | "marked-sold-out" | "black-out" | "removed" | "unpublished";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    "events.import": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        /** @description Only in a dry run. Row 1 has the headings. `changes` omits invalid rows. At most 1,000 errors are listed. */
                        problems: {
                            column: string;
                            detail: string;
                            row: number;
                        }[];
                        /** @description Number of rows read. */
                        rows: number;
                        /** @description Number of rows of past events. */
                        skipped: number;
                        /** @description Send it with the import, which then makes exactly the changes of the dry run. */
                        state: string;
                    };
                };
            };
        };
    };
    "filters.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            filter: {
                                [key: string]: string;
                            };
                            name: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "filters.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter: {
                        eventFrom?: string;
                        eventTo?: string;
                        flagged?: string;
                        partner?: string;
                        placedFrom?: string;
                        placedTo?: string;
                        product?: string;
                        status?: string;
                        test?: string;
                    };
                    name: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "filters.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "home.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The operator's own currency. */
                        currencyCode: string | null;
                        /** @description The first steps, and which are done. */
                        setup: {
                            dismissed: boolean;
                            /** @description Time zone and currency are chosen. */
                            home: boolean;
                            /** @description The service can send e-mail. */
                            mail: boolean;
                            /** @description There is an active partner with a key. */
                            partner: boolean;
                            /** @description There is a product. */
                            product: boolean;
                            /** @description The signed-in operator has a second factor. */
                            secondFactor: boolean;
                        };
                        /** @description IANA time zone of the days in reports; null until an owner chooses one. */
                        timeZone: string | null;
                        /** @description The zone chosen, else that of most products; null without products. */
                        zoneInUse: string | null;
                    };
                };
            };
        };
    };
    "home.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 4217. */
                    currencyCode: string;
                    /** @description Units for one US dollar, of a currency that does not exist yet. */
                    rate?: string;
                    timeZone: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currencyCode: string;
                        timeZone: string;
                    };
                };
            };
        };
    };
    "home.dismissSetup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "session.invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The last part of the link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string | null;
                        name: string;
                    };
                };
            };
        };
    };
    "session.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    password: string;
                    /** @description The last part of the link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        id: string;
                        name: string;
                        operatorName: string;
                        /** @description Recovery codes that are left. */
                        recoveryCodes: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        sandbox: boolean;
                        secondFactor: boolean;
                        /** @description Whether every operator must have one. */
                        secondFactorRequired: boolean;
                        /** @description Of the store: the zone of the days in reports. */
                        timeZone: string;
                    };
                };
            };
        };
    };
    "letters.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            body: string;
                            /** @enum {unknown} */
                            lang: "es" | "pt" | "en";
                            original: {
                                body: string;
                                subject: string;
                            };
                            /** @description Of the record as it was read. */
                            revision: number;
                            subject: string;
                        }[];
                        /** @description Whether the service has a mail server. */
                        mail: boolean;
                        placeholders: string[];
                        total: number;
                    };
                };
            };
        };
    };
    "letters.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lang: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "letters.preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lang: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        body: string;
                        subject: string;
                    };
                };
            };
        };
    };
    "mail.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Values of SMTP_URL and MAIL_FROM. Where they are set, the service uses them. */
                        environment: {
                            from: string;
                            host: string;
                            port: number | null;
                            user: string | null;
                        } | null;
                        /** @description The mail server that an owner chose. */
                        stored: {
                            /** @description Sender address. */
                            from: string;
                            /** @description It is never answered. */
                            hasPassword: boolean;
                            host: string;
                            port: number;
                            /**
                             * @description `auto` encrypts where the server offers it.
                             * @enum {unknown}
                             */
                            security: "auto" | "starttls" | "tls";
                            /** @description Null: without a sign-in. */
                            user: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "mail.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Sender address. */
                    from: string;
                    host: string;
                    /** @description Left out: the stored one. */
                    password?: string;
                    port: number;
                    /**
                     * @description `auto` encrypts where the server offers it.
                     * @enum {unknown}
                     */
                    security: "auto" | "starttls" | "tls";
                    /** @description Null: without a sign-in. */
                    user: string | null;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sender address. */
                        from: string;
                        /** @description It is never answered. */
                        hasPassword: boolean;
                        host: string;
                        port: number;
                        /**
                         * @description `auto` encrypts where the server offers it.
                         * @enum {unknown}
                         */
                        security: "auto" | "starttls" | "tls";
                        /** @description Null: without a sign-in. */
                        user: string | null;
                    };
                };
            };
        };
    };
    "mail.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "mail.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Left out: the server in use. */
                    server?: {
                        /** @description Sender address. */
                        from: string;
                        host: string;
                        /** @description Left out: the stored one. */
                        password?: string;
                        port: number;
                        /**
                         * @description `auto` encrypts where the server offers it.
                         * @enum {unknown}
                         */
                        security: "auto" | "starttls" | "tls";
                        /** @description Null: without a sign-in. */
                        user: string | null;
                    };
                    /** Format: email */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The mail server's own answer, or what happened. */
                        detail: string | null;
                        /** @description Null: the mail server accepted the message. */
                        fault: ("none" | "settings" | "sign-in" | "refused" | "unconfirmed" | "slow" | "encryption" | "unknown-host" | "unreachable") | null;
                    };
                };
            };
        };
    };
    "operators.list": {
        parameters: {
            query?: {
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            active: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            email: string;
                            id: string;
                            joined: boolean;
                            name: string;
                            /** @description Of the record as it was read. */
                            revision: number;
                            /** @enum {unknown} */
                            role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                            secondFactor: boolean;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "operators.invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    name: string;
                    /** @enum {unknown} */
                    role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        id: string;
                    };
                };
            };
        };
    };
    "operators.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        email: string;
                        id: string;
                        joined: boolean;
                        name: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        secondFactor: boolean;
                    };
                };
            };
        };
    };
    "operators.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    name: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                    /** @enum {unknown} */
                    role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        email: string;
                        id: string;
                        joined: boolean;
                        name: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        secondFactor: boolean;
                    };
                };
            };
        };
    };
    "operators.inviteAgain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        id: string;
                    };
                };
            };
        };
    };
    "operators.sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            /** @description Whether it is the session of this request. */
                            present: boolean;
                            /** @description IP address of the sign-in. */
                            remote: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            seenAt: string;
                            userAgent: string;
                        }[];
                    };
                };
            };
        };
    };
    "operators.endSessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "operators.endSession": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "operators.unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "orders.list": {
        parameters: {
            query?: {
                eventFrom?: string;
                eventId?: string;
                eventTo?: string;
                flagged?: boolean;
                order?: "asc" | "desc";
                page?: number;
                partner?: string;
                perPage?: number;
                placedFrom?: string;
                placedTo?: string;
                product?: string;
                q?: string;
                sort?: "createdAt" | "eventOn" | "totalUsd" | "status" | "reference";
                status?: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                test?: boolean;
                waiting?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cityCode: string;
                            confirmation: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            email: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            externalReference: string | null;
                            flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                            id: string;
                            /** @description The first passenger; null where no names are known. */
                            leadName: string | null;
                            /** @description The partner's external id. */
                            partner: string;
                            partnerName: string;
                            productName: string;
                            reference: string;
                            seats: number;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            test: boolean;
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "orders.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.acceptChange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    quoteId: string;
                    revision: number;
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.resendCallbacks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        received: number;
                        sent: number;
                    };
                };
            };
        };
    };
    "orders.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The supplier's own number. */
                    confirmation?: string;
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.confirmCancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.confirmChange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.contactSupplier": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "orders.decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.declineCancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.declineChange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the order's timeline. */
                    why?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "orders.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        order: unknown;
                    };
                };
            };
        };
    };
    "orders.note": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "orders.quoteChange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    answers?: {
                        code: string;
                        value: string;
                    }[];
                    /** Format: email */
                    email?: string;
                    /** Format: uuid */
                    eventId?: string;
                    phoneNumber?: string;
                    tickets?: {
                        code: string;
                        quantity: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @description Further seats that the change takes. */
                            seats: number;
                            /** @description Decimal. */
                            totalUsd: string;
                        } | null;
                        errors: {
                            code: string;
                            message: string;
                        }[];
                        expiresAt: string | null;
                        questions: {
                            code: string;
                            title: string;
                            /** @enum {unknown} */
                            type: "string" | "integer" | "date" | "time";
                        }[];
                        /** @description Null: the change is not possible. */
                        quoteId: string | null;
                        /** @description What would be refunded until each instant, by the terms as sold. */
                        refunds: {
                            /** @description Hours before the event. */
                            hours: number;
                            percent: number;
                            /** @description Decimal. */
                            refundUsd: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            until: string;
                        }[];
                        /** @description Of the order. Accepting the quote needs it. */
                        revision: number;
                        tickets: {
                            code: string;
                            quantity: number;
                        }[];
                    };
                };
            };
        };
    };
    "orders.recordRefund": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    method: "account" | "transfer" | "card" | "cash" | "other";
                    note?: string;
                    /** @description Decimal, in US dollars. */
                    paidUsd: string;
                    /**
                     * Format: uuid
                     * @description Without it, a refund that no terms ask for.
                     */
                    refundId?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            /** @description Of a callback about a change of the order: changes so far. 0: it is about a status. */
                            amended: number;
                            /** @description Number of attempts without replays. */
                            attempts: number;
                            /** @description The JSON body as sent. */
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            log: {
                                /** @description The beginning of the answer. */
                                answer: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                at: string;
                                httpStatus: number | null;
                                ms: number;
                                /** @description `answered`, or why there was no answer. */
                                outcome: string;
                                /** @description Sent again by hand. */
                                replay: boolean;
                            }[];
                            nextAt: string | null;
                            /** @description Status changes of the order so far. */
                            sequence: number;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "given-up" | "stopped";
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            url: string;
                        }[];
                        /** @description Decimal: what a cancellation now would refund, by the terms as sold. */
                        cancelRefundUsd: string;
                        /** @description Accepted changes and what became of them, the oldest first. At most one waits for the supplier. */
                        changes: {
                            acceptedAt: string | null;
                            actor: ("partner" | "operator") | null;
                            /** @description Decimal. */
                            differenceUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            /** @description Decimal. */
                            refundUsd: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "accepted" | "declined" | "withdrawn";
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        /** @description The supplier's own number. */
                        confirmation: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        createdAt: string;
                        erasedAt: string | null;
                        event: {
                            answers: {
                                code: string;
                                value: string;
                            }[];
                            email: string;
                            externalReference: string | null;
                            id: string;
                            phoneNumber: string;
                            remoteHost: string;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            totalUsd: {
                                value: number;
                            };
                        };
                        flag: ("supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees" | "change-unanswered") | null;
                        id: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        partner: {
                            externalId: string;
                            name: string;
                        } | null;
                        productId: string | null;
                        reference: string;
                        /** @description What is due, and what was recorded as paid. */
                        refunds: {
                            /** @description Null: its cancellation waits for the supplier. */
                            dueAt: string | null;
                            /** @description Decimal. */
                            dueUsd: string;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                        }[];
                        sold: {
                            address: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            partNumber: string;
                            productName: string;
                            timeZone: string;
                            venue: string;
                        } | null;
                        /** @enum {unknown} */
                        status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                        /** @description Null: the operator's own desk. */
                        supplier: {
                            externalId: string;
                            kind: string;
                            name: string;
                        } | null;
                        supplierDueAt: string | null;
                        /** @description Terms at purchase. Tickets that an amendment added have the prices of that day. */
                        terms: {
                            cancelPurchaseHour: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            cancelUntil: string;
                            /** @description Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded. */
                            refunds: {
                                /** @description Hours before the event. */
                                hours: number;
                                percent: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            }[];
                            tickets: {
                                code: string;
                                /** @description Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first. */
                                prices: {
                                    currencyCode: string;
                                    quantity: number;
                                    /** @description Units of the currency for one US dollar. */
                                    rate: string;
                                    /** @description Decimal. */
                                    unitPrice: string;
                                    /** @description Decimal. */
                                    unitUsdPrice: string;
                                }[];
                            }[];
                        };
                        test: boolean;
                        timeline: {
                            /** @enum {unknown} */
                            actor: "partner" | "supplier" | "operator" | "service";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            at: string;
                            /** @enum {unknown} */
                            kind: "status" | "dispatched" | "answered" | "flagged" | "voucher" | "redeemed" | "admission-undone" | "admission-conflict" | "change-requested" | "changed" | "change-declined" | "callback" | "note" | "refunded" | "erased";
                            /** @description The other side's message, or a note. */
                            message: string | null;
                            /** @description The new status, of an entry of kind `status`. */
                            status: ("waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled") | null;
                            /** @description A code or a sentence. */
                            why: string | null;
                        }[];
                        voucher: {
                            address: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            madeAt: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            voidAt: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    "orders.sendVoucher": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description By default the order's language.
                     * @enum {unknown}
                     */
                    lang?: "es" | "pt" | "en";
                    /**
                     * Format: email
                     * @description By default the order's own address.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        to: string;
                    };
                };
            };
        };
    };
    "orders.exportList": {
        parameters: {
            query: {
                eventFrom?: string;
                eventId?: string;
                eventTo?: string;
                flagged?: boolean;
                format: "csv" | "xlsx";
                order?: "asc" | "desc";
                partner?: string;
                placedFrom?: string;
                placedTo?: string;
                product?: string;
                q?: string;
                sort?: "createdAt" | "eventOn" | "totalUsd" | "status" | "reference";
                status?: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                test?: boolean;
                waiting?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    "pages.list": {
        parameters: {
            query?: {
                cityCode?: string;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                published?: boolean;
                q?: string;
                sort?: "name" | "externalId" | "type" | "cityCode" | "published";
                type?: "city" | "category" | "product";
                whiteLabel?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description Of the record as it was read. */
                            revision: number;
                            source: {
                                cityCode?: string;
                                /** @description True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
                                deleted?: boolean;
                                en?: {
                                    name: string;
                                    url: string;
                                };
                                es?: {
                                    name: string;
                                    url: string;
                                };
                                externalId: string;
                                pt?: {
                                    name: string;
                                    url: string;
                                };
                                published?: boolean;
                                /** @enum {unknown} */
                                type: "city" | "category" | "product";
                                /** @description White labels with this page. Omitted: all sites. */
                                whiteLabels?: string[];
                            };
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "pages.create": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    source: {
                        cityCode?: string;
                        /** @description True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
                        deleted?: boolean;
                        en?: {
                            name: string;
                            url: string;
                        };
                        es?: {
                            name: string;
                            url: string;
                        };
                        externalId: string;
                        pt?: {
                            name: string;
                            url: string;
                        };
                        published?: boolean;
                        /** @enum {unknown} */
                        type: "city" | "category" | "product";
                        /** @description White labels with this page. Omitted: all sites. */
                        whiteLabels?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "pages.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                        source: {
                            cityCode?: string;
                            /** @description True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
                            deleted?: boolean;
                            en?: {
                                name: string;
                                url: string;
                            };
                            es?: {
                                name: string;
                                url: string;
                            };
                            externalId: string;
                            pt?: {
                                name: string;
                                url: string;
                            };
                            published?: boolean;
                            /** @enum {unknown} */
                            type: "city" | "category" | "product";
                            /** @description White labels with this page. Omitted: all sites. */
                            whiteLabels?: string[];
                        };
                    };
                };
            };
        };
    };
    "pages.update": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the record as it was read. */
                    revision: number;
                    source: {
                        cityCode?: string;
                        /** @description True deletes the page. Partners read it as unpublished, since they have no list of deleted pages. */
                        deleted?: boolean;
                        en?: {
                            name: string;
                            url: string;
                        };
                        es?: {
                            name: string;
                            url: string;
                        };
                        externalId: string;
                        pt?: {
                            name: string;
                            url: string;
                        };
                        published?: boolean;
                        /** @enum {unknown} */
                        type: "city" | "category" | "product";
                        /** @description White labels with this page. Omitted: all sites. */
                        whiteLabels?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "pages.delete": {
        parameters: {
            query: {
                dryRun?: boolean;
                listed?: number;
                revision: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "partners.list": {
        parameters: {
            query?: {
                active?: boolean;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                q?: string;
                sort?: "externalId" | "name" | "lastUsedAt" | "orders" | "salesUsd" | "errorRate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Whether its keys are valid. */
                            active: boolean;
                            errorRate: number | null;
                            externalId: string;
                            id: string;
                            lastUsedAt: string | null;
                            /** @description In force. */
                            liveKeys: number;
                            /** @description Requests refused because of an error of the partner's program. */
                            mistakes: number;
                            name: string;
                            /** @description Whether it gets callbacks about changes to its orders. */
                            notifyChanges: boolean;
                            /** @description Standing orders of the last 30 days. Test orders are never counted. */
                            orders: number;
                            /** @description Requests with live keys in the last 30 days. */
                            requests: number;
                            /** @description Of the record as it was read. */
                            revision: number;
                            /** @description Total of these orders; decimal. */
                            salesUsd: string;
                            /** @description In force. */
                            testKeys: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "partners.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active?: boolean;
                    /** @description It never changes. */
                    externalId: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether its keys are valid. */
                        active: boolean;
                        errorRate: number | null;
                        externalId: string;
                        id: string;
                        lastUsedAt: string | null;
                        /** @description In force. */
                        liveKeys: number;
                        /** @description Requests refused because of an error of the partner's program. */
                        mistakes: number;
                        name: string;
                        /** @description Whether it gets callbacks about changes to its orders. */
                        notifyChanges: boolean;
                        /** @description Standing orders of the last 30 days. Test orders are never counted. */
                        orders: number;
                        /** @description Requests with live keys in the last 30 days. */
                        requests: number;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @description Total of these orders; decimal. */
                        salesUsd: string;
                        /** @description In force. */
                        testKeys: number;
                    };
                };
            };
        };
    };
    "partners.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether its keys are valid. */
                        active: boolean;
                        errorRate: number | null;
                        externalId: string;
                        id: string;
                        lastUsedAt: string | null;
                        /** @description In force. */
                        liveKeys: number;
                        /** @description Requests refused because of an error of the partner's program. */
                        mistakes: number;
                        name: string;
                        /** @description Whether it gets callbacks about changes to its orders. */
                        notifyChanges: boolean;
                        /** @description Standing orders of the last 30 days. Test orders are never counted. */
                        orders: number;
                        /** @description Requests with live keys in the last 30 days. */
                        requests: number;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @description Total of these orders; decimal. */
                        salesUsd: string;
                        /** @description In force. */
                        testKeys: number;
                    };
                };
            };
        };
    };
    "partners.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    name: string;
                    /** @description By default unchanged. */
                    notifyChanges?: boolean;
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether its keys are valid. */
                        active: boolean;
                        errorRate: number | null;
                        externalId: string;
                        id: string;
                        lastUsedAt: string | null;
                        /** @description In force. */
                        liveKeys: number;
                        /** @description Requests refused because of an error of the partner's program. */
                        mistakes: number;
                        name: string;
                        /** @description Whether it gets callbacks about changes to its orders. */
                        notifyChanges: boolean;
                        /** @description Standing orders of the last 30 days. Test orders are never counted. */
                        orders: number;
                        /** @description Requests with live keys in the last 30 days. */
                        requests: number;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @description Total of these orders; decimal. */
                        salesUsd: string;
                        /** @description In force. */
                        testKeys: number;
                    };
                };
            };
        };
    };
    "partners.catalogAddress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: {
                            answer: string | null;
                            attemptedAt: string | null;
                            /** @description Failed attempts since the last message that was received. */
                            attempts: number;
                            deleteVersion: number;
                            httpStatus: number | null;
                            outcome: string | null;
                            /**
                             * @description `stopped`: the endpoint answered 410.
                             * @enum {unknown}
                             */
                            state: "active" | "stopped";
                            /** @description The newest version that the partner received a message about. */
                            updateVersion: number;
                            url: string;
                        } | null;
                    };
                };
            };
        };
    };
    "partners.setCatalogAddress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: {
                            answer: string | null;
                            attemptedAt: string | null;
                            /** @description Failed attempts since the last message that was received. */
                            attempts: number;
                            deleteVersion: number;
                            httpStatus: number | null;
                            outcome: string | null;
                            /**
                             * @description `stopped`: the endpoint answered 410.
                             * @enum {unknown}
                             */
                            state: "active" | "stopped";
                            /** @description The newest version that the partner received a message about. */
                            updateVersion: number;
                            url: string;
                        } | null;
                    };
                };
            };
        };
    };
    "partners.removeCatalogAddress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "partners.keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            /** @description The key's first letters. */
                            hint: string;
                            id: string;
                            lastUsedAt: string | null;
                            /** @enum {unknown} */
                            mode: "live" | "test" | "demo";
                            /** @description It may read and validate, but not place orders. */
                            readOnly: boolean;
                            revokedAt: string | null;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "partners.createKey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    mode: "live" | "test";
                    readOnly?: boolean;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hint: string;
                        key: string;
                    };
                };
            };
        };
    };
    "partners.revokeKey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hint: string;
                    };
                };
            };
        };
    };
    "partners.mistakes": {
        parameters: {
            query?: {
                format?: "json" | "csv";
                from?: string;
                test?: boolean;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            /** @description Number of requests refused with this code, alone or among others. */
                            count: number;
                            /** @description A sentence to send to the partner. */
                            en: string;
                            es: string;
                            /**
                             * @description `problem`: an invalid request. `refusal`: a business rule refused a valid one.
                             * @enum {unknown}
                             */
                            kind: "problem" | "refusal";
                            operations: string[];
                            pt: string;
                            /** @description From 0 to 1. */
                            share: number;
                            /**
                             * @description The side that has to act: the partner, neither, or this service.
                             * @enum {unknown}
                             */
                            whose: "partner" | "course" | "service";
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "partners.secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Valid secrets, newest first. Requests are signed with all of them. */
                        secrets: string[];
                    };
                };
            };
        };
    };
    "partners.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Valid secrets, newest first. Requests are signed with all of them. */
                        secrets: string[];
                    };
                };
            };
        };
    };
    "partners.usage": {
        parameters: {
            query?: {
                format?: "json" | "csv";
                from?: string;
                test?: boolean;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description In UTC. */
                            day: string;
                            operation: string;
                            /** @description Number of refused requests, with any code. */
                            refused: number;
                            requests: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "products.list": {
        parameters: {
            query?: {
                cityCode?: string;
                currencyCode?: string;
                deleted?: boolean;
                hasAvailability?: boolean;
                order?: "asc" | "desc";
                page?: number;
                perPage?: number;
                published?: boolean;
                q?: string;
                sort?: "name" | "externalId" | "type" | "cityCode" | "currencyCode" | "published" | "hasAvailability" | "nextOn" | "updatedOn";
                supplier?: string;
                type?: "scheduled" | "timeless" | "dateless";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cityCode: string;
                            /** @description Number of events that are not removed. */
                            comingEvents: number;
                            currencyCode: string;
                            deleted: boolean;
                            externalId: string;
                            hasAvailability: boolean;
                            id: string;
                            items: number;
                            minPrice: string | null;
                            name: string;
                            /** @description Local date and time of the first coming event. */
                            nextOn: string | null;
                            published: boolean;
                            revision: number;
                            supplier: string | null;
                            /** @enum {unknown} */
                            type: "scheduled" | "timeless" | "dateless";
                            /** @description When partners' record of it last changed. */
                            updatedOn: string | null;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "products.create": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    source: {
                        /** @description Hours before the event from which an order cannot be cancelled. */
                        cancelPurchaseHour: number;
                        /** @description Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`. */
                        cityCode: string;
                        /**
                         * @description True: each person of an order has a code of their own at the door. False: one code admits the whole party.
                         * @default false
                         */
                        codePerPerson?: boolean;
                        /** @description Currency of all prices (ISO 4217), in this file or imported before. */
                        currencyCode: string;
                        /**
                         * @description True deletes the product: partners find it in `productsdeleted`.
                         * @default false
                         */
                        deleted?: boolean;
                        /** @description How long the event lasts, in minutes. */
                        durationMinutes?: number;
                        /** @description Your own id of the product. */
                        externalId: string;
                        /** @description True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once. */
                        immediateBooking: boolean;
                        /** @description What travellers choose. */
                        items: {
                            /** @description Single events. */
                            events?: {
                                /**
                                 * @description Omitted: `available`.
                                 * @enum {unknown}
                                 */
                                availability?: "available" | "removed" | "black-out" | "sold-out";
                                /** @description Seats. Null: unlimited. */
                                capacity: number | null;
                                /** @description Local date and time: `yyyy-MM-ddTHH:mm`. */
                                eventOn: string;
                                /** @description Price of each ticket that is sold. */
                                prices: {
                                    /** @description Decimal string, with at most the decimals of the currency. */
                                    amount: string;
                                    /** @description Code of a ticket rule. */
                                    code: string;
                                }[];
                            }[];
                            /** @description Your own id, unique within its product. */
                            externalId: string;
                            /** @description Name of the item. */
                            name: string;
                            /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                            names?: {
                                en?: string;
                                es?: string;
                                pt?: string;
                            };
                            /** @description Your own number of the item, printed on orders and vouchers. */
                            partNumber: string;
                            /**
                             * @description False takes the item off sale.
                             * @default true
                             */
                            published?: boolean;
                            /** @description Patterns that become dated events. */
                            schedules?: {
                                /** @description Seats. Null: unlimited. */
                                capacity: number | null;
                                exceptions?: {
                                    /**
                                     * @description Omitted: as without the exception.
                                     * @enum {unknown}
                                     */
                                    availability?: "available" | "removed" | "black-out" | "sold-out";
                                    /** @description Seats. Null: unlimited. */
                                    capacity?: number | null;
                                    date: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices?: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                    /** @description Omitted: all events of the day. */
                                    time?: string;
                                }[];
                                from: string;
                                /** @description Price of each ticket that is sold. */
                                prices: {
                                    /** @description Decimal string, with at most the decimals of the currency. */
                                    amount: string;
                                    /** @description Code of a ticket rule. */
                                    code: string;
                                }[];
                                times?: string[];
                                to: string;
                                /** @description ISO numbers, 1 is Monday. Omitted: every day. */
                                weekdays?: number[];
                            }[];
                            /** @description The tickets that an order can have. */
                            ticketRules: {
                                /** @description Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`. */
                                code: string;
                                /** @description Number that a partner proposes. */
                                defaultQuantity: number;
                                /** @description Step from the minimum. */
                                incrementQuantity: number;
                                /** @description Greatest number in an order. */
                                maxQuantity: number;
                                /** @description Least number in an order. 1 or more makes the ticket required. */
                                minQuantity: number;
                            }[];
                        }[];
                        /** @description Whole days before the event's local day on which sales end. 0: until the event starts. */
                        leadPurchaseDay: number;
                        /** @description Where the event takes place or starts. */
                        location: {
                            /** @description Address of the venue. */
                            address: string;
                            /** @description Degrees north of the equator. */
                            latitude: number | null;
                            /** @description Degrees east of Greenwich. */
                            longitude: number | null;
                            /** @description Venue or meeting point. */
                            venue: string;
                        };
                        /** @description Name that partners show to travellers. */
                        name: string;
                        /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                        names?: {
                            en?: string;
                            es?: string;
                            pt?: string;
                        };
                        /**
                         * @description False takes the product out of the partners' catalogue.
                         * @default true
                         */
                        published?: boolean;
                        /** @description Questions of partners to travellers who book. */
                        questions: {
                            /** @description True: partners ask for the airport and the flight. */
                            airportFlight: boolean;
                            /** @description True: partners ask for the name of every traveller. */
                            allPassengerNames: boolean;
                            /** @description True: partners ask for the weight of every traveller. */
                            allPassengerWeights: boolean;
                            /** @description True: partners ask for the hotel. */
                            hotel: boolean;
                        };
                        /** @description Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`. */
                        refundTiers?: {
                            /** @description The tier applies until this many hours before the event. */
                            hours: number;
                            /** @description Percent of the price that is refunded. */
                            percent: number;
                        }[];
                        /**
                         * @description External id of a supplier, in this file or imported before. Null: orders wait at your own desk.
                         * @default null
                         */
                        supplier?: string | null;
                        /** @description IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`. */
                        timeZone: string;
                        /**
                         * @description `scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.
                         * @enum {unknown}
                         */
                        type: "scheduled" | "timeless" | "dateless";
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        facts: {
                            /** @description Seats of the coming events that have a limit. */
                            capacity: number;
                            comingEvents: number;
                            hasAvailability: boolean;
                            lastEventOn: string | null;
                            minPrice: string | null;
                            minUsdPrice: string | null;
                            nextEventOn: string | null;
                            /** @description Sold seats of coming events that are out of sale. */
                            soldOfRemoved: number;
                            soldSeats: number;
                            unlimitedEvents: number;
                            /** @description When partners' record of it last changed. */
                            updatedOn: string | null;
                        };
                        id: string;
                        items: {
                            externalId: string;
                            id: string;
                            minPrice: string | null;
                            name: string;
                            published: boolean;
                        }[];
                        /** @description Of the record as it was read. */
                        revision: number;
                        source: {
                            /** @description Hours before the event from which an order cannot be cancelled. */
                            cancelPurchaseHour: number;
                            /** @description Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`. */
                            cityCode: string;
                            /**
                             * @description True: each person of an order has a code of their own at the door. False: one code admits the whole party.
                             * @default false
                             */
                            codePerPerson?: boolean;
                            /** @description Currency of all prices (ISO 4217), in this file or imported before. */
                            currencyCode: string;
                            /**
                             * @description True deletes the product: partners find it in `productsdeleted`.
                             * @default false
                             */
                            deleted?: boolean;
                            /** @description How long the event lasts, in minutes. */
                            durationMinutes?: number;
                            /** @description Your own id of the product. */
                            externalId: string;
                            /** @description True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once. */
                            immediateBooking: boolean;
                            /** @description What travellers choose. */
                            items: {
                                /** @description Single events. */
                                events?: {
                                    /**
                                     * @description Omitted: `available`.
                                     * @enum {unknown}
                                     */
                                    availability?: "available" | "removed" | "black-out" | "sold-out";
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    /** @description Local date and time: `yyyy-MM-ddTHH:mm`. */
                                    eventOn: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                }[];
                                /** @description Your own id, unique within its product. */
                                externalId: string;
                                /** @description Name of the item. */
                                name: string;
                                /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                                names?: {
                                    en?: string;
                                    es?: string;
                                    pt?: string;
                                };
                                /** @description Your own number of the item, printed on orders and vouchers. */
                                partNumber: string;
                                /**
                                 * @description False takes the item off sale.
                                 * @default true
                                 */
                                published?: boolean;
                                /** @description Patterns that become dated events. */
                                schedules?: {
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    exceptions?: {
                                        /**
                                         * @description Omitted: as without the exception.
                                         * @enum {unknown}
                                         */
                                        availability?: "available" | "removed" | "black-out" | "sold-out";
                                        /** @description Seats. Null: unlimited. */
                                        capacity?: number | null;
                                        date: string;
                                        /** @description Price of each ticket that is sold. */
                                        prices?: {
                                            /** @description Decimal string, with at most the decimals of the currency. */
                                            amount: string;
                                            /** @description Code of a ticket rule. */
                                            code: string;
                                        }[];
                                        /** @description Omitted: all events of the day. */
                                        time?: string;
                                    }[];
                                    from: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                    times?: string[];
                                    to: string;
                                    /** @description ISO numbers, 1 is Monday. Omitted: every day. */
                                    weekdays?: number[];
                                }[];
                                /** @description The tickets that an order can have. */
                                ticketRules: {
                                    /** @description Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`. */
                                    code: string;
                                    /** @description Number that a partner proposes. */
                                    defaultQuantity: number;
                                    /** @description Step from the minimum. */
                                    incrementQuantity: number;
                                    /** @description Greatest number in an order. */
                                    maxQuantity: number;
                                    /** @description Least number in an order. 1 or more makes the ticket required. */
                                    minQuantity: number;
                                }[];
                            }[];
                            /** @description Whole days before the event's local day on which sales end. 0: until the event starts. */
                            leadPurchaseDay: number;
                            /** @description Where the event takes place or starts. */
                            location: {
                                /** @description Address of the venue. */
                                address: string;
                                /** @description Degrees north of the equator. */
                                latitude: number | null;
                                /** @description Degrees east of Greenwich. */
                                longitude: number | null;
                                /** @description Venue or meeting point. */
                                venue: string;
                            };
                            /** @description Name that partners show to travellers. */
                            name: string;
                            /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                            names?: {
                                en?: string;
                                es?: string;
                                pt?: string;
                            };
                            /**
                             * @description False takes the product out of the partners' catalogue.
                             * @default true
                             */
                            published?: boolean;
                            /** @description Questions of partners to travellers who book. */
                            questions: {
                                /** @description True: partners ask for the airport and the flight. */
                                airportFlight: boolean;
                                /** @description True: partners ask for the name of every traveller. */
                                allPassengerNames: boolean;
                                /** @description True: partners ask for the weight of every traveller. */
                                allPassengerWeights: boolean;
                                /** @description True: partners ask for the hotel. */
                                hotel: boolean;
                            };
                            /** @description Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`. */
                            refundTiers?: {
                                /** @description The tier applies until this many hours before the event. */
                                hours: number;
                                /** @description Percent of the price that is refunded. */
                                percent: number;
                            }[];
                            /**
                             * @description External id of a supplier, in this file or imported before. Null: orders wait at your own desk.
                             * @default null
                             */
                            supplier?: string | null;
                            /** @description IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`. */
                            timeZone: string;
                            /**
                             * @description `scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.
                             * @enum {unknown}
                             */
                            type: "scheduled" | "timeless" | "dateless";
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC.
                         */
                        updatedAt: string;
                        /** @description E-mail address; null: a command. */
                        updatedBy: string | null;
                    };
                };
            };
        };
    };
    "products.update": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the record as it was read. */
                    revision: number;
                    source: {
                        /** @description Hours before the event from which an order cannot be cancelled. */
                        cancelPurchaseHour: number;
                        /** @description Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`. */
                        cityCode: string;
                        /**
                         * @description True: each person of an order has a code of their own at the door. False: one code admits the whole party.
                         * @default false
                         */
                        codePerPerson?: boolean;
                        /** @description Currency of all prices (ISO 4217), in this file or imported before. */
                        currencyCode: string;
                        /**
                         * @description True deletes the product: partners find it in `productsdeleted`.
                         * @default false
                         */
                        deleted?: boolean;
                        /** @description How long the event lasts, in minutes. */
                        durationMinutes?: number;
                        /** @description Your own id of the product. */
                        externalId: string;
                        /** @description True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once. */
                        immediateBooking: boolean;
                        /** @description What travellers choose. */
                        items: {
                            /** @description Single events. */
                            events?: {
                                /**
                                 * @description Omitted: `available`.
                                 * @enum {unknown}
                                 */
                                availability?: "available" | "removed" | "black-out" | "sold-out";
                                /** @description Seats. Null: unlimited. */
                                capacity: number | null;
                                /** @description Local date and time: `yyyy-MM-ddTHH:mm`. */
                                eventOn: string;
                                /** @description Price of each ticket that is sold. */
                                prices: {
                                    /** @description Decimal string, with at most the decimals of the currency. */
                                    amount: string;
                                    /** @description Code of a ticket rule. */
                                    code: string;
                                }[];
                            }[];
                            /** @description Your own id, unique within its product. */
                            externalId: string;
                            /** @description Name of the item. */
                            name: string;
                            /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                            names?: {
                                en?: string;
                                es?: string;
                                pt?: string;
                            };
                            /** @description Your own number of the item, printed on orders and vouchers. */
                            partNumber: string;
                            /**
                             * @description False takes the item off sale.
                             * @default true
                             */
                            published?: boolean;
                            /** @description Patterns that become dated events. */
                            schedules?: {
                                /** @description Seats. Null: unlimited. */
                                capacity: number | null;
                                exceptions?: {
                                    /**
                                     * @description Omitted: as without the exception.
                                     * @enum {unknown}
                                     */
                                    availability?: "available" | "removed" | "black-out" | "sold-out";
                                    /** @description Seats. Null: unlimited. */
                                    capacity?: number | null;
                                    date: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices?: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                    /** @description Omitted: all events of the day. */
                                    time?: string;
                                }[];
                                from: string;
                                /** @description Price of each ticket that is sold. */
                                prices: {
                                    /** @description Decimal string, with at most the decimals of the currency. */
                                    amount: string;
                                    /** @description Code of a ticket rule. */
                                    code: string;
                                }[];
                                times?: string[];
                                to: string;
                                /** @description ISO numbers, 1 is Monday. Omitted: every day. */
                                weekdays?: number[];
                            }[];
                            /** @description The tickets that an order can have. */
                            ticketRules: {
                                /** @description Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`. */
                                code: string;
                                /** @description Number that a partner proposes. */
                                defaultQuantity: number;
                                /** @description Step from the minimum. */
                                incrementQuantity: number;
                                /** @description Greatest number in an order. */
                                maxQuantity: number;
                                /** @description Least number in an order. 1 or more makes the ticket required. */
                                minQuantity: number;
                            }[];
                        }[];
                        /** @description Whole days before the event's local day on which sales end. 0: until the event starts. */
                        leadPurchaseDay: number;
                        /** @description Where the event takes place or starts. */
                        location: {
                            /** @description Address of the venue. */
                            address: string;
                            /** @description Degrees north of the equator. */
                            latitude: number | null;
                            /** @description Degrees east of Greenwich. */
                            longitude: number | null;
                            /** @description Venue or meeting point. */
                            venue: string;
                        };
                        /** @description Name that partners show to travellers. */
                        name: string;
                        /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                        names?: {
                            en?: string;
                            es?: string;
                            pt?: string;
                        };
                        /**
                         * @description False takes the product out of the partners' catalogue.
                         * @default true
                         */
                        published?: boolean;
                        /** @description Questions of partners to travellers who book. */
                        questions: {
                            /** @description True: partners ask for the airport and the flight. */
                            airportFlight: boolean;
                            /** @description True: partners ask for the name of every traveller. */
                            allPassengerNames: boolean;
                            /** @description True: partners ask for the weight of every traveller. */
                            allPassengerWeights: boolean;
                            /** @description True: partners ask for the hotel. */
                            hotel: boolean;
                        };
                        /** @description Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`. */
                        refundTiers?: {
                            /** @description The tier applies until this many hours before the event. */
                            hours: number;
                            /** @description Percent of the price that is refunded. */
                            percent: number;
                        }[];
                        /**
                         * @description External id of a supplier, in this file or imported before. Null: orders wait at your own desk.
                         * @default null
                         */
                        supplier?: string | null;
                        /** @description IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`. */
                        timeZone: string;
                        /**
                         * @description `scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.
                         * @enum {unknown}
                         */
                        type: "scheduled" | "timeless" | "dateless";
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.delete": {
        parameters: {
            query: {
                dryRun?: boolean;
                listed?: number;
                revision: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.duplicate": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalId: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.publish": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.restore": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the record as it was read. */
                    revision: number;
                    to: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "products.revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            revision: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            updatedAt: string;
                            updatedBy: string | null;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "products.revision": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revision: number;
                        source: {
                            /** @description Hours before the event from which an order cannot be cancelled. */
                            cancelPurchaseHour: number;
                            /** @description Code by which partners group products, such as `MAD`. Letters without accents, digits, `.`, `_` and `-`. */
                            cityCode: string;
                            /**
                             * @description True: each person of an order has a code of their own at the door. False: one code admits the whole party.
                             * @default false
                             */
                            codePerPerson?: boolean;
                            /** @description Currency of all prices (ISO 4217), in this file or imported before. */
                            currencyCode: string;
                            /**
                             * @description True deletes the product: partners find it in `productsdeleted`.
                             * @default false
                             */
                            deleted?: boolean;
                            /** @description How long the event lasts, in minutes. */
                            durationMinutes?: number;
                            /** @description Your own id of the product. */
                            externalId: string;
                            /** @description True: the supplier is contacted within the booking request. Without a supplier, the order is confirmed at once. */
                            immediateBooking: boolean;
                            /** @description What travellers choose. */
                            items: {
                                /** @description Single events. */
                                events?: {
                                    /**
                                     * @description Omitted: `available`.
                                     * @enum {unknown}
                                     */
                                    availability?: "available" | "removed" | "black-out" | "sold-out";
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    /** @description Local date and time: `yyyy-MM-ddTHH:mm`. */
                                    eventOn: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                }[];
                                /** @description Your own id, unique within its product. */
                                externalId: string;
                                /** @description Name of the item. */
                                name: string;
                                /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                                names?: {
                                    en?: string;
                                    es?: string;
                                    pt?: string;
                                };
                                /** @description Your own number of the item, printed on orders and vouchers. */
                                partNumber: string;
                                /**
                                 * @description False takes the item off sale.
                                 * @default true
                                 */
                                published?: boolean;
                                /** @description Patterns that become dated events. */
                                schedules?: {
                                    /** @description Seats. Null: unlimited. */
                                    capacity: number | null;
                                    exceptions?: {
                                        /**
                                         * @description Omitted: as without the exception.
                                         * @enum {unknown}
                                         */
                                        availability?: "available" | "removed" | "black-out" | "sold-out";
                                        /** @description Seats. Null: unlimited. */
                                        capacity?: number | null;
                                        date: string;
                                        /** @description Price of each ticket that is sold. */
                                        prices?: {
                                            /** @description Decimal string, with at most the decimals of the currency. */
                                            amount: string;
                                            /** @description Code of a ticket rule. */
                                            code: string;
                                        }[];
                                        /** @description Omitted: all events of the day. */
                                        time?: string;
                                    }[];
                                    from: string;
                                    /** @description Price of each ticket that is sold. */
                                    prices: {
                                        /** @description Decimal string, with at most the decimals of the currency. */
                                        amount: string;
                                        /** @description Code of a ticket rule. */
                                        code: string;
                                    }[];
                                    times?: string[];
                                    to: string;
                                    /** @description ISO numbers, 1 is Monday. Omitted: every day. */
                                    weekdays?: number[];
                                }[];
                                /** @description The tickets that an order can have. */
                                ticketRules: {
                                    /** @description Ticket type, such as `ADULT`. Letters without accents, digits, `.`, `_` and `-`. */
                                    code: string;
                                    /** @description Number that a partner proposes. */
                                    defaultQuantity: number;
                                    /** @description Step from the minimum. */
                                    incrementQuantity: number;
                                    /** @description Greatest number in an order. */
                                    maxQuantity: number;
                                    /** @description Least number in an order. 1 or more makes the ticket required. */
                                    minQuantity: number;
                                }[];
                            }[];
                            /** @description Whole days before the event's local day on which sales end. 0: until the event starts. */
                            leadPurchaseDay: number;
                            /** @description Where the event takes place or starts. */
                            location: {
                                /** @description Address of the venue. */
                                address: string;
                                /** @description Degrees north of the equator. */
                                latitude: number | null;
                                /** @description Degrees east of Greenwich. */
                                longitude: number | null;
                                /** @description Venue or meeting point. */
                                venue: string;
                            };
                            /** @description Name that partners show to travellers. */
                            name: string;
                            /** @description Names by language: `es`, `pt`, `en`. A language without one has `name`. */
                            names?: {
                                en?: string;
                                es?: string;
                                pt?: string;
                            };
                            /**
                             * @description False takes the product out of the partners' catalogue.
                             * @default true
                             */
                            published?: boolean;
                            /** @description Questions of partners to travellers who book. */
                            questions: {
                                /** @description True: partners ask for the airport and the flight. */
                                airportFlight: boolean;
                                /** @description True: partners ask for the name of every traveller. */
                                allPassengerNames: boolean;
                                /** @description True: partners ask for the weight of every traveller. */
                                allPassengerWeights: boolean;
                                /** @description True: partners ask for the hotel. */
                                hotel: boolean;
                            };
                            /** @description Refunds by the time left, earliest deadline first. Omitted: all of the price until `cancelPurchaseHour`. */
                            refundTiers?: {
                                /** @description The tier applies until this many hours before the event. */
                                hours: number;
                                /** @description Percent of the price that is refunded. */
                                percent: number;
                            }[];
                            /**
                             * @description External id of a supplier, in this file or imported before. Null: orders wait at your own desk.
                             * @default null
                             */
                            supplier?: string | null;
                            /** @description IANA time zone of the location as Area/City, such as `America/Sao_Paulo`, or `UTC`. */
                            timeZone: string;
                            /**
                             * @description `scheduled`: dates with times. `timeless`: dates. `dateless`: valid until a last day.
                             * @enum {unknown}
                             */
                            type: "scheduled" | "timeless" | "dateless";
                        };
                    };
                };
            };
        };
    };
    "products.unpublish": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "refunds.list": {
        parameters: {
            query?: {
                dueFrom?: string;
                dueTo?: string;
                order?: "asc" | "desc";
                page?: number;
                partner?: string;
                perPage?: number;
                q?: string;
                sort?: "dueAt" | "dueUsd" | "paidAt" | "eventOn";
                state?: "due" | "paid";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            dueAt: string;
                            /** @description Decimal. */
                            dueUsd: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            externalReference: string | null;
                            id: string;
                            method: ("account" | "transfer" | "card" | "cash" | "other") | null;
                            note: string | null;
                            orderId: string;
                            paidAt: string | null;
                            /** @description Null: nothing is recorded yet. */
                            paidUsd: string | null;
                            /** @description The partner's external id. */
                            partner: string;
                            partnerName: string;
                            productName: string;
                            /** @enum {unknown} */
                            reason: "cancelled" | "rejected" | "changed" | "other";
                            /** @description E-mail address of the operator. */
                            recordedBy: string | null;
                            reference: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            /** @description Decimal. */
                            totalUsd: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "refunds.export": {
        parameters: {
            query: {
                dueFrom?: string;
                dueTo?: string;
                format: "csv" | "xlsx";
                order?: "asc" | "desc";
                partner?: string;
                q?: string;
                sort?: "dueAt" | "dueUsd" | "paidAt" | "eventOn";
                state?: "due" | "paid";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    "roles.table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string[];
                    };
                };
            };
        };
    };
    "search.find": {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Orders of guests by name, e-mail or telephone, the nearest event first. */
                        guests: {
                            email: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            externalReference: string | null;
                            id: string;
                            /** @description The first passenger; null where no names are known. */
                            leadName: string | null;
                            /** @description The partner's name. */
                            partner: string;
                            phoneNumber: string;
                            productName: string;
                            reference: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            test: boolean;
                        }[];
                        /** @description Orders with this reference or confirmation. */
                        orders: {
                            email: string;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            externalReference: string | null;
                            id: string;
                            /** @description The first passenger; null where no names are known. */
                            leadName: string | null;
                            /** @description The partner's name. */
                            partner: string;
                            phoneNumber: string;
                            productName: string;
                            reference: string;
                            /** @enum {unknown} */
                            status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled";
                            test: boolean;
                        }[];
                        partners: {
                            externalId: string;
                            id: string;
                            name: string;
                        }[];
                        products: {
                            cityCode: string;
                            externalId: string;
                            id: string;
                            name: string;
                        }[];
                        /** @description The next sessions of the first products. */
                        sessions: {
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            id: string;
                            itemName: string;
                            productName: string;
                        }[];
                    };
                };
            };
        };
    };
    "session.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        id: string;
                        name: string;
                        operatorName: string;
                        /** @description Recovery codes that are left. */
                        recoveryCodes: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        sandbox: boolean;
                        secondFactor: boolean;
                        /** @description Whether every operator must have one. */
                        secondFactorRequired: boolean;
                        /** @description Of the store: the zone of the days in reports. */
                        timeZone: string;
                    };
                };
            };
        };
    };
    "session.settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        id: string;
                        name: string;
                        operatorName: string;
                        /** @description Recovery codes that are left. */
                        recoveryCodes: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        sandbox: boolean;
                        secondFactor: boolean;
                        /** @description Whether every operator must have one. */
                        secondFactorRequired: boolean;
                        /** @description Of the store: the zone of the days in reports. */
                        timeZone: string;
                    };
                };
            };
        };
    };
    "session.signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Six digits, or a recovery code. */
                    code?: string;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        id: string;
                        name: string;
                        operatorName: string;
                        /** @description Recovery codes that are left. */
                        recoveryCodes: number;
                        /** @enum {unknown} */
                        role: "owner" | "catalogue" | "orders" | "read-only" | "door";
                        sandbox: boolean;
                        secondFactor: boolean;
                        /** @description Whether every operator must have one. */
                        secondFactorRequired: boolean;
                        /** @description Of the store: the zone of the days in reports. */
                        timeZone: string;
                    };
                };
            };
        };
    };
    "session.signOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "session.password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    next: string;
                    present: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "session.recoveryCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Six digits, or a recovery code. */
                    presentCode?: string;
                    presentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each code replaces the second factor once. They are not shown again. */
                        recoveryCodes: string[];
                    };
                };
            };
        };
    };
    "session.confirmSecondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A code of the new second factor. */
                    code: string;
                    /** @description Six digits, or a recovery code. */
                    presentCode?: string;
                    presentPassword?: string;
                    secret: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each code replaces the second factor once. They are not shown again. */
                        recoveryCodes: string[];
                    };
                };
            };
        };
    };
    "session.newSecondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        secret: string;
                    };
                };
            };
        };
    };
    "session.removeSecondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Six digits, or a recovery code. */
                    presentCode?: string;
                    presentPassword?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "session.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            createdAt: string;
                            id: string;
                            /** @description Whether it is the session of this request. */
                            present: boolean;
                            /** @description IP address of the sign-in. */
                            remote: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC.
                             */
                            seenAt: string;
                            userAgent: string;
                        }[];
                    };
                };
            };
        };
    };
    "session.endAll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "session.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "suppliers.list": {
        parameters: {
            query?: {
                page?: number;
                perPage?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            answerWithinMinutes: number;
                            externalId: string;
                            /** @description The external id. */
                            id: string;
                            kind: string;
                            /** @enum {unknown} */
                            lang: "es" | "pt" | "en";
                            name: string;
                            /** @description Number of products that are not deleted. */
                            products: number;
                            /** @description Of the record as it was read. */
                            revision: number;
                            /** @description What the kind needs. */
                            settings: {
                                [key: string]: unknown;
                            };
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "suppliers.create": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Time without an answer after which the order is flagged; a day by default. */
                    answerWithinMinutes?: number;
                    /** @description It never changes. */
                    externalId: string;
                    /**
                     * @description `desk`: The supplier gets an e-mail with a link to answer. Without an e-mail address, orders wait for your orders desk. `http`: The service calls the supplier's system and signs the calls. `folder`: The service writes each order to a file in the supplier's folder. The supplier answers with another file, or your orders desk decides. `simulator`: Confirms orders automatically, in a demo or sandbox only. Elsewhere, orders wait for your orders desk.
                     * @enum {unknown}
                     */
                    kind: "desk" | "http" | "folder" | "simulator";
                    /**
                     * @description Language of e-mails to the supplier; Spanish by default.
                     * @enum {unknown}
                     */
                    lang?: "es" | "pt" | "en";
                    name: string;
                    /** @description What the kind needs. docs/reference/catalogue-file.md has the settings of each kind. */
                    settings?: {
                        /** @description For `desk`. */
                        email?: unknown;
                        /** @description For `folder`. */
                        folder?: unknown;
                        /** @description For `http`. */
                        url?: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "suppliers.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answerWithinMinutes: number;
                        externalId: string;
                        /** @description The external id. */
                        id: string;
                        kind: string;
                        /** @enum {unknown} */
                        lang: "es" | "pt" | "en";
                        name: string;
                        /** @description Number of products that are not deleted. */
                        products: number;
                        /** @description Of the record as it was read. */
                        revision: number;
                        /** @description What the kind needs. */
                        settings: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "suppliers.update": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Time without an answer after which the order is flagged; a day by default. */
                    answerWithinMinutes?: number;
                    /**
                     * @description `desk`: The supplier gets an e-mail with a link to answer. Without an e-mail address, orders wait for your orders desk. `http`: The service calls the supplier's system and signs the calls. `folder`: The service writes each order to a file in the supplier's folder. The supplier answers with another file, or your orders desk decides. `simulator`: Confirms orders automatically, in a demo or sandbox only. Elsewhere, orders wait for your orders desk.
                     * @enum {unknown}
                     */
                    kind: "desk" | "http" | "folder" | "simulator";
                    /**
                     * @description Language of e-mails to the supplier; Spanish by default.
                     * @enum {unknown}
                     */
                    lang?: "es" | "pt" | "en";
                    name: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                    /** @description What the kind needs. docs/reference/catalogue-file.md has the settings of each kind. */
                    settings?: {
                        /** @description For `desk`. */
                        email?: unknown;
                        /** @description For `folder`. */
                        folder?: unknown;
                        /** @description For `http`. */
                        url?: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "suppliers.delete": {
        parameters: {
            query: {
                revision: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    "suppliers.secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Valid secrets, newest first. Requests are signed with all of them. */
                        secrets: string[];
                    };
                };
            };
        };
    };
    "suppliers.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Valid secrets, newest first. Requests are signed with all of them. */
                        secrets: string[];
                    };
                };
            };
        };
    };
    "ticketTypes.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            /** @description Number of items with a ticket rule of this code. */
                            items: number;
                            names: {
                                en: string;
                                es: string;
                                pt: string;
                            };
                            /** @description Of the record as it was read. */
                            revision: number;
                            usual: {
                                en: string;
                                es: string;
                                pt: string;
                            };
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "ticketTypes.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    en: string;
                    es: string;
                    pt: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "vouchers.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The content of a QR code, a short code as it is printed or typed, or the order's reference. The role `door` may send the reference of an event that the door serves now. */
                    code: string;
                    /**
                     * Format: uuid
                     * @description The event at this door. Without it: any event of now.
                     */
                    sessionId?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admission: {
                            id: string;
                            /** @description How long it can be undone. */
                            undoSeconds: number;
                        } | null;
                        /** @description People who are admitted, or would be. */
                        people: number;
                        /** @enum {unknown} */
                        result: "valid" | "already-redeemed" | "cancelled" | "replaced" | "wrong-day" | "other-session" | "not-confirmed" | "test-order" | "unknown";
                        voucher: {
                            /** @description The time in which the door accepts the voucher. */
                            accepted: {
                                from: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            };
                            /** @description Whether it is too early, by the service's clock. */
                            early: boolean;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            /** @description First name and initial. */
                            leadName: string | null;
                            /** @description Null for the role `door`, which reads no orders. */
                            orderId: string | null;
                            passes: {
                                admitted: {
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 UTC.
                                     */
                                    at: string;
                                    by: string;
                                    device: string;
                                } | null;
                                people: number;
                                /** @description Of one person; null: the whole party. */
                                ticketCode: string | null;
                            }[];
                            productName: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            /** @description Null for the role `door`, if it found the guest by name. */
                            reference: string | null;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            venue: string;
                        } | null;
                    };
                };
            };
        };
    };
    "vouchers.redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A new id. The same admission sent again is stored once, and has the same answer.
                     */
                    admissionId?: string;
                    /** @description The content of a QR code, a short code as it is printed or typed, or the order's reference. The role `door` may send the reference of an event that the door serves now. */
                    code: string;
                    /** @description The device's name for itself. */
                    device?: string;
                    /** @description Redeems the voucher outside the accepted time, or at another session. Recorded in the order's timeline and the audit log. Not for the role `door`. */
                    overrideReason?: string;
                    /**
                     * Format: uuid
                     * @description The event at this door. Without it: any event of now.
                     */
                    sessionId?: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admission: {
                            id: string;
                            /** @description How long it can be undone. */
                            undoSeconds: number;
                        } | null;
                        /** @description People who are admitted, or would be. */
                        people: number;
                        /** @enum {unknown} */
                        result: "valid" | "already-redeemed" | "cancelled" | "replaced" | "wrong-day" | "other-session" | "not-confirmed" | "test-order" | "unknown";
                        voucher: {
                            /** @description The time in which the door accepts the voucher. */
                            accepted: {
                                from: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 UTC.
                                 */
                                until: string;
                            };
                            /** @description Whether it is too early, by the service's clock. */
                            early: boolean;
                            /** @description Local date and time at the location. */
                            eventOn: string;
                            itemName: string;
                            /** @description First name and initial. */
                            leadName: string | null;
                            /** @description Null for the role `door`, which reads no orders. */
                            orderId: string | null;
                            passes: {
                                admitted: {
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 UTC.
                                     */
                                    at: string;
                                    by: string;
                                    device: string;
                                } | null;
                                people: number;
                                /** @description Of one person; null: the whole party. */
                                ticketCode: string | null;
                            }[];
                            productName: string;
                            redeemedAt: string | null;
                            redeemedBy: string | null;
                            /** @description Null for the role `door`, if it found the guest by name. */
                            reference: string | null;
                            tickets: {
                                code: string;
                                quantity: number;
                            }[];
                            venue: string;
                        } | null;
                    };
                };
            };
        };
    };
    "vouchers.undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    admissionId: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        people: number;
                    };
                };
            };
        };
    };
    "whiteLabels.list": {
        parameters: {
            query?: {
                order?: "asc" | "desc";
                page?: number;
                partner?: string;
                perPage?: number;
                q?: string;
                sort?: "code" | "name" | "partner";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            id: string;
                            name: string;
                            /** @description Content pages that name this site. */
                            pages: number;
                            /** @description The partner's external id. */
                            partner: string;
                            partnerName: string;
                            /** @description Of the record as it was read. */
                            revision: number;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "whiteLabels.create": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    name: string;
                    /** @description The partner's external id. */
                    partner: string;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "whiteLabels.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        id: string;
                        name: string;
                        /** @description Content pages that name this site. */
                        pages: number;
                        /** @description The partner's external id. */
                        partner: string;
                        partnerName: string;
                        /** @description Of the record as it was read. */
                        revision: number;
                    };
                };
            };
        };
    };
    "whiteLabels.update": {
        parameters: {
            query?: {
                dryRun?: boolean;
                listed?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Of the record as it was read. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
    "whiteLabels.delete": {
        parameters: {
            query: {
                dryRun?: boolean;
                listed?: number;
                revision: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Problem details (RFC 9457). */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            counts: {
                                currencies: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                events: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                items: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                pages: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                partners: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                products: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                                suppliers: {
                                    added: number;
                                    changed: number;
                                    removed: number;
                                    unchanged: number;
                                };
                            };
                            /** @description Number of changed records beyond those in `records`. */
                            more: number;
                            /** @description Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events. */
                            partners: {
                                currencies: number;
                                deletedProducts: number;
                                events: number;
                                pages: number;
                                products: number;
                                /** @description Partners of these that requested changes in the last 30 days and therefore store a copy. */
                                synced: number;
                                /** @description Active partners with a live key. They may store a copy. */
                                withKeys: number;
                            };
                            records: {
                                fields: {
                                    after: unknown;
                                    before: unknown;
                                    field: string;
                                    /** @description Whether partners can read it. */
                                    seen: boolean;
                                }[];
                                /** @enum {unknown} */
                                kind: "currencies" | "partners" | "suppliers" | "products" | "items" | "events" | "pages";
                                /** @description Name of a product; names of product and item for an item or an event. Null for other records. */
                                name: string | null;
                                /** @enum {unknown} */
                                outcome: "added" | "changed" | "removed";
                                /** @description Seats of an event that standing orders take. */
                                sold: number | null;
                                /** @description External id, or `product / item / 2026-06-16T20:00`. */
                                subject: string;
                            }[];
                            /** @description Changed events with sold seats, and their number of seats. `removed`: events that leave the sale; `overbooked`: events with less capacity than sold seats. Their orders remain valid. */
                            sold: {
                                events: number;
                                overbookedEvents: number;
                                removedEvents: number;
                                removedSeats: number;
                                seats: number;
                            };
                            /** @description Version of the catalogue after the change. */
                            updateVersion: number;
                        };
                        dryRun: boolean;
                        id: string | null;
                        revision: number;
                    };
                };
            };
        };
    };
}

/** Method and path of each operation, below `/admin/api`. */
export const routes = {
  "audit.list": "GET /audit",
  "catalogue.export": "GET /catalogue/export",
  "catalogue.import": "POST /catalogue/import",
  "currencies.create": "POST /currencies",
  "currencies.ecb": "POST /currencies/ecb",
  "currencies.history": "GET /currencies/{id}/history",
  "currencies.list": "GET /currencies",
  "currencies.show": "GET /currencies/{id}",
  "currencies.update": "PUT /currencies/{id}",
  "dashboard.callbacks": "GET /dashboard/callbacks",
  "dashboard.load": "GET /dashboard/load",
  "dashboard.lookToBook": "GET /dashboard/look-to-book",
  "dashboard.refusals": "GET /dashboard/refusals",
  "dashboard.sales": "GET /dashboard/sales",
  "dashboard.show": "GET /dashboard",
  "dashboard.sync": "GET /dashboard/sync",
  "deliveries.list": "GET /deliveries",
  "deliveries.replay": "POST /deliveries/{id}/replay",
  "deliveries.replayRange": "POST /deliveries/replay",
  "deliveries.show": "GET /deliveries/{id}",
  "door.find": "POST /door/guests",
  "door.list": "POST /door/list",
  "door.merge": "POST /door/admissions",
  "door.sessions": "GET /door/sessions",
  "events.calendar": "GET /events/calendar",
  "events.change": "POST /events/change",
  "events.day": "GET /events/day",
  "events.export": "GET /events/export",
  "events.import": "POST /events/import",
  "events.list": "GET /events",
  "events.manifest": "GET /events/{id}/manifest",
  "events.manifestExport": "GET /events/{id}/manifest/export",
  "events.show": "GET /events/{id}",
  "filters.delete": "POST /filters/delete",
  "filters.list": "GET /filters",
  "filters.save": "POST /filters",
  "home.dismissSetup": "POST /home/dismiss-setup",
  "home.show": "GET /home",
  "home.update": "PUT /home",
  "letters.list": "GET /letters",
  "letters.preview": "POST /letters/{lang}/preview",
  "letters.update": "PUT /letters/{lang}",
  "mail.delete": "DELETE /mail",
  "mail.show": "GET /mail",
  "mail.test": "POST /mail/test",
  "mail.update": "PUT /mail",
  "operators.endSession": "DELETE /operators/{id}/sessions/{session}",
  "operators.endSessions": "DELETE /operators/{id}/sessions",
  "operators.invite": "POST /operators",
  "operators.inviteAgain": "POST /operators/{id}/invitation",
  "operators.list": "GET /operators",
  "operators.sessions": "GET /operators/{id}/sessions",
  "operators.show": "GET /operators/{id}",
  "operators.unlock": "POST /operators/{id}/unlock",
  "operators.update": "PUT /operators/{id}",
  "orders.acceptChange": "POST /orders/{id}/acceptChange",
  "orders.cancel": "POST /orders/{id}/cancel",
  "orders.confirm": "POST /orders/{id}/confirm",
  "orders.confirmCancel": "POST /orders/{id}/confirmCancel",
  "orders.confirmChange": "POST /orders/{id}/confirmChange",
  "orders.contactSupplier": "POST /orders/{id}/contactSupplier",
  "orders.decline": "POST /orders/{id}/decline",
  "orders.declineCancel": "POST /orders/{id}/declineCancel",
  "orders.declineChange": "POST /orders/{id}/declineChange",
  "orders.erase": "POST /orders/{id}/erase",
  "orders.export": "GET /orders/{id}/export",
  "orders.exportList": "GET /orders/export",
  "orders.list": "GET /orders",
  "orders.note": "POST /orders/{id}/notes",
  "orders.quoteChange": "POST /orders/{id}/quoteChange",
  "orders.recordRefund": "POST /orders/{id}/refunds",
  "orders.resendCallbacks": "POST /orders/{id}/callbacks",
  "orders.sendVoucher": "POST /orders/{id}/sendVoucher",
  "orders.show": "GET /orders/{id}",
  "pages.create": "POST /pages",
  "pages.delete": "DELETE /pages/{id}",
  "pages.list": "GET /pages",
  "pages.show": "GET /pages/{id}",
  "pages.update": "PUT /pages/{id}",
  "partners.catalogAddress": "GET /partners/{id}/catalog-address",
  "partners.create": "POST /partners",
  "partners.createKey": "POST /partners/{id}/keys",
  "partners.keys": "GET /partners/{id}/keys",
  "partners.list": "GET /partners",
  "partners.mistakes": "GET /partners/{id}/mistakes",
  "partners.removeCatalogAddress": "DELETE /partners/{id}/catalog-address",
  "partners.revokeKey": "DELETE /partners/{id}/keys/{keyId}",
  "partners.rotateSecret": "POST /partners/{id}/secret",
  "partners.secret": "GET /partners/{id}/secret",
  "partners.setCatalogAddress": "PUT /partners/{id}/catalog-address",
  "partners.show": "GET /partners/{id}",
  "partners.update": "PUT /partners/{id}",
  "partners.usage": "GET /partners/{id}/usage",
  "products.create": "POST /products",
  "products.delete": "DELETE /products/{id}",
  "products.duplicate": "POST /products/{id}/duplicate",
  "products.list": "GET /products",
  "products.publish": "POST /products/{id}/publish",
  "products.restore": "POST /products/{id}/restore",
  "products.revision": "GET /products/{id}/revisions/{revision}",
  "products.revisions": "GET /products/{id}/revisions",
  "products.show": "GET /products/{id}",
  "products.unpublish": "POST /products/{id}/unpublish",
  "products.update": "PUT /products/{id}",
  "refunds.export": "GET /refunds/export",
  "refunds.list": "GET /refunds",
  "roles.table": "GET /roles",
  "search.find": "GET /search",
  "session.accept": "POST /invitation/acceptance",
  "session.confirmSecondFactor": "PUT /session/second-factor",
  "session.end": "DELETE /session/sessions/{id}",
  "session.endAll": "DELETE /session/sessions",
  "session.entrance": "GET /entrance",
  "session.invitation": "POST /invitation",
  "session.list": "GET /session/sessions",
  "session.newSecondFactor": "POST /session/second-factor",
  "session.password": "POST /session/password",
  "session.recoveryCodes": "POST /session/recovery-codes",
  "session.removeSecondFactor": "POST /session/second-factor/removal",
  "session.settings": "PUT /session",
  "session.show": "GET /session",
  "session.signIn": "POST /session",
  "session.signOut": "DELETE /session",
  "suppliers.create": "POST /suppliers",
  "suppliers.delete": "DELETE /suppliers/{id}",
  "suppliers.list": "GET /suppliers",
  "suppliers.rotateSecret": "POST /suppliers/{id}/secret",
  "suppliers.secret": "GET /suppliers/{id}/secret",
  "suppliers.show": "GET /suppliers/{id}",
  "suppliers.update": "PUT /suppliers/{id}",
  "ticketTypes.list": "GET /ticket-types",
  "ticketTypes.update": "PUT /ticket-types/{code}",
  "vouchers.check": "POST /vouchers/check",
  "vouchers.redeem": "POST /vouchers/redeem",
  "vouchers.undo": "POST /vouchers/undo",
  "whiteLabels.create": "POST /white-labels",
  "whiteLabels.delete": "DELETE /white-labels/{id}",
  "whiteLabels.list": "GET /white-labels",
  "whiteLabels.show": "GET /white-labels/{id}",
  "whiteLabels.update": "PUT /white-labels/{id}",
} as const;
