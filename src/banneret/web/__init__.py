"""The table in the browser: a server with pages, live updates and a store. No game is known here."""
