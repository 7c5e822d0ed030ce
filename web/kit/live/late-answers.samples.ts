interface Packet {
  id?: number
  data: unknown[]
}
interface Wire {
  packet(outgoing: Packet): void
  onack(incoming: Packet): void
  onevent(incoming: Packet): void
}

/**
 * From now on what the server answers to this call over the socket of this tab waits until it is let come; other answers and signals do not.
 * @returns the names of the signals that came meanwhile
 */
export async function holdAnswersBack(call: string): Promise<{ signals: string[]; letCome: () => void }> {
  // As the page does: it looks at once for what the browser it is in can do.
  const { Socket } = await import('socket.io-client')
  const wire = Socket.prototype as unknown as Wire
  const { packet, onack, onevent } = wire
  const held = new Set<number | undefined>()
  const waiting: (() => void)[] = []
  const signals: string[] = []
  wire.packet = function (outgoing) {
    const [, asked] = outgoing.data as [string, { name?: string } | undefined]
    if (asked?.name === call) held.add(outgoing.id)
    packet.call(this, outgoing)
  }
  wire.onack = function (incoming) {
    if (held.has(incoming.id)) waiting.push(() => onack.call(this, incoming))
    else onack.call(this, incoming)
  }
  wire.onevent = function (incoming) {
    signals.push(String(incoming.data[0]))
    onevent.call(this, incoming)
  }
  const letCome = (): void => {
    Object.assign(wire, { packet, onack, onevent })
    for (const each of waiting.splice(0)) each()
  }
  return { signals, letCome }
}
