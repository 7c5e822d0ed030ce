interface Incoming {
  onack(packet: unknown): void
  onevent(packet: { data: unknown[] }): void
}

/**
 * From now on what the server answers over the socket of this tab waits until it is let come; signals do not.
 * @returns the names of the signals that came meanwhile
 */
export async function holdAnswersBack(): Promise<{ signals: string[]; letCome: () => void }> {
  // As the page does: it looks at once for what the browser it is in can do.
  const { Socket } = await import('socket.io-client')
  const socket = Socket.prototype as unknown as Incoming
  const { onack, onevent } = socket
  const waiting: (() => void)[] = []
  const signals: string[] = []
  socket.onack = function (packet) {
    waiting.push(() => onack.call(this, packet))
  }
  socket.onevent = function (packet) {
    signals.push(String(packet.data[0]))
    onevent.call(this, packet)
  }
  const letCome = (): void => {
    Object.assign(socket, { onack, onevent })
    for (const each of waiting.splice(0)) each()
  }
  return { signals, letCome }
}
