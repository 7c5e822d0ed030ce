alter table feedback add column fp text;
comment on column feedback.fp is 'the print of the device it was written on; null when the browser gave none';
