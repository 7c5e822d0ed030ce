/** A part of a benchmark in a process of its own: it obeys orders one after the other, and answers each when it is done. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Order {
  do: string
}

export interface Child<Given extends Order> {
  order<Result = void>(order: Given): Promise<Result>
  /** Resolves when the process has ended. */
  close(): Promise<void>
}

/** @param flags of Node */
export function openChild<Given extends Order>(module: URL, flags: string[] = []): Child<Given> {
  const child = fork(module, { stdio: 'inherit', execArgv: [...process.execArgv, ...flags] })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`${module.pathname} ended with ${String(code)}`)))
  failed.catch(() => {})
  return {
    async order<Result>(order: Given): Promise<Result> {
      child.send(order)
      const [answer] = (await Promise.race([once(child, 'message'), failed])) as [{ done: Result; failed?: string }]
      if (answer.failed !== undefined) throw new Error(answer.failed)
      return answer.done
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** For the child: how each order is obeyed. */
export function obey<Given extends Order>(orders: {
  [Do in Given['do']]: (order: Extract<Given, { do: Do }>) => Promise<unknown>
}): void {
  process.on('message', (order: Given) => {
    const work = orders[order.do as Given['do']] as (order: Given) => Promise<unknown>
    work(order).then(
      (done) => process.send?.({ done }),
      (error: unknown) => process.send?.({ failed: String(error) }),
    )
  })
}
