-- compatible-from: 102
-- After a restore jobs go on reading the chains, also before anybody has looked for what was sent since the restored moment. That look
-- begins where the restored database had come to, and not where the jobs are by then.
alter table restores
    add column blocks jsonb not null default '{}',  -- by network, the last block in which deposits had been looked for
    add column outputs_read bigint;                 -- the last block that had been read for outputs at hot addresses
