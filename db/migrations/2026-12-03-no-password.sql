-- Who registers need not think of a password: they come in by codes from letters, and set one when they like.
alter table registrations alter column password_hash drop not null;
comment on column registrations.password_hash is 'null: registered without a password';

alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes
  add constraint verification_codes_purpose_check check (purpose in ('registration', 'login', 'email', 'notices', 'phone'));
comment on column verification_codes.subject is 'who has to enter it: a person, a registration, or an attempt to come in';
comment on column verification_codes.code_hash is 'keyed with the secret of the service: a few digits alone would be guessed from any plain hash';
