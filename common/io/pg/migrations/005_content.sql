-- What the site tells: news that a job fetches and that the operator writes.

create table news_items (
    id bigint generated always as identity primary key,
    source text not null check (source in ('coindesk', 'cryptocompare', 'rss', 'operator')),
    external_id text not null default gen_random_uuid()::text,  -- the source's own name of the item
    publisher text not null default '' check (length(publisher) <= 80),
    title text not null check (length(title) between 1 and 300),
    url text not null default '' check (url = '' or url ~ '^https?://'),
    body text not null default '' check (length(body) <= 20000),
    image_url text not null default '' check (image_url = '' or image_url ~ '^https?://'),
    published_at timestamptz not null default now(),
    hidden boolean not null default false,          -- the operator took it away; it stays away
    unique (source, external_id)
);
create index news_items_newest on news_items (published_at desc, id desc) where not hidden;

-- Pictures are served by the exchange itself: a reader's browser asks no other host for one.
create table news_images (
    news_id bigint primary key references news_items on delete cascade,
    image_url text not null,                        -- where it came from, to see when it changes
    type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
    bytes bytea not null check (length(bytes) <= 1048576)
);

grant select, insert, update, delete on news_items, news_images to cambio_app;
grant usage, select on sequence news_items_id_seq to cambio_app;
