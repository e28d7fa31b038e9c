-- compatible-from: 088
-- What a client chose for the charts and drew on them, for all devices: of one market, or of all (no market). The site writes it and
-- reads it again; the server only bounds it, and money never depends on it.
create table chart_settings (
    client_id bigint not null references clients,
    market_id smallint references markets,          -- null: of all markets
    settings text not null check (octet_length(settings) <= 32768),  -- a JSON object
    changed_at timestamptz not null default clock_timestamp(),
    unique nulls not distinct (client_id, market_id)
);

grant select, insert on chart_settings to cambio_app;
grant update (settings, changed_at) on chart_settings to cambio_app;
