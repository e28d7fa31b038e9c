-- A quote that the client's balance does not cover beside a newer one ends with that.
grant update (expires_at) on convert_quotes to cambio_app;
