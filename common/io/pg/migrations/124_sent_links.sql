-- compatible-from: 102
-- A link is committed before it is mailed, and its program may end between: one that nobody has mailed keeps its owner from another
-- one for a minute alone. An older release does not say when it has mailed one, so its links do so, too.
alter table browser_links add column sent_at timestamptz;      -- null: not that anybody knows

update browser_links set sent_at = created_at;
