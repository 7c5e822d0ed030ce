-- Trials are opened by fulfilment, which stands above groups, projects and subscriptions.
comment on table trial_uses is 'owner: fulfilment';
