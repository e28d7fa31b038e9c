-- Bitcoin: the change of a withdrawal that no block has taken yet pays the next one. It stands here from then on, without a height
-- until a block has it.
alter table hot_outputs
    alter column height drop not null,
    alter column block_hash drop not null;
