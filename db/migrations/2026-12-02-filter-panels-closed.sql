-- The conditions of a filter stand as chips over the list now, and the whole form opens over it only when it is asked for.
update filters set fields = fields || '{"open": false}' where fields @> '{"open": true}';
