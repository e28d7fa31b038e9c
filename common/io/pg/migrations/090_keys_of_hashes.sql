-- compatible-from: 088
-- The hash key may take another one's place. What it has hashed says by its id which key that was, so that whoever drops a former
-- key sees what goes with it; null: one from before keys had names. What is sealed names its key itself.
alter table recovery_codes add column key_id text;
alter table known_devices add column key_id text;
-- A known browser's cookie, whose name is a keyed hash.
alter table device_marks add column key_id text;

-- cambioctl seals anew what a former key has sealed.
grant update (secret_sealed) on two_factor, api_keys to cambio_operator;
