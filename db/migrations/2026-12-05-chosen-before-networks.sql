-- What was chosen before the browser went to a network is not lost on the way: the order is filled in with it.
alter table network_sign_ins add column on_registered text not null default '/order';
comment on column network_sign_ins.on_registered is 'a path of ours, to which goes who makes an account by it';
