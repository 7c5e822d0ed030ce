import type { AppContext } from './context.ts'

/** Of what `open` makes each process has one: opened when it is first asked for. A process is known by its bus. */
export function perProcess<Needs extends Pick<AppContext, 'bus'>, Value extends object>(
  open: (ctx: Needs) => Value,
): (ctx: Needs) => Value {
  const opened = new WeakMap<AppContext['bus'], Value>()
  return (ctx) => {
    const known = opened.get(ctx.bus)
    if (known) return known
    const fresh = open(ctx)
    opened.set(ctx.bus, fresh)
    return fresh
  }
}
