-- What needs no operator is approved by the job send_withdrawals, which nobody outside can talk to. The handler that clients talk
-- to asks for withdrawals and takes them back: whoever has taken it over approves nothing.
alter table withdrawals add column weighed boolean not null default true; -- whether the policy was asked, once
alter table withdrawals alter column weighed set default false;
create index withdrawals_unweighed on withdrawals (id) where stage = 1 and not weighed;

revoke insert, update on withdrawals from cambio_funds;
grant insert (client_id, client_key, content_hash, asset_id, network, address, amount, fee, worth, one_step, confirmations_needed),
    update (stage, reason, updated_at) on withdrawals to cambio_funds;

create function withdrawal_is_approved_elsewhere() returns trigger language plpgsql as $$
begin
    raise exception 'this program only takes withdrawals back' using errcode = 'insufficient_privilege';
end $$;
-- The name that the session began with, which SET ROLE does not change.
create trigger withdrawal_is_approved_elsewhere before update on withdrawals
    for each row when (session_user = 'cambio_funds' and new.stage <> old.stage and new.stage <> 9)
    execute function withdrawal_is_approved_elsewhere();
