-- Verification: who a client says it is, and the photos that prove it.

create table kyc_records (
    client_id bigint primary key references clients,
    id_type text not null check (id_type in ('Driver''s License', 'Government ID', 'Passport', 'Others')),
    id_number text not null check (length(id_number) between 1 and 64),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- A photo that is missing has no row. The programs that face the internet put photos in and cannot read
-- them: the app role may not select `sealed`, and the operator's program, which shows one, asks as owner.
create table kyc_photos (
    client_id bigint not null references kyc_records,
    photo text not null check (photo in ('selfie', 'front', 'back')),
    status text not null default 'PENDING' check (status in ('PENDING', 'DISSAPROVED', 'APPROVED')),
    reason text not null default '',                -- why it was rejected, for the client
    media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
    sealed bytea not null check (octet_length(sealed) <= 9 * 1024 * 1024), -- by KYC_KEY_FILE's key
    uploaded_at timestamptz not null default now(),
    reviewed_at timestamptz,
    primary key (client_id, photo)
);
create index kyc_photos_pending on kyc_photos (uploaded_at) where status = 'PENDING';
-- What is sealed cannot be made smaller.
alter table kyc_photos alter column sealed set storage external;

grant select, insert, update on kyc_records to cambio_app;
grant select (client_id, photo, status, reason, media_type, uploaded_at, reviewed_at),
    insert, update on kyc_photos to cambio_app;
