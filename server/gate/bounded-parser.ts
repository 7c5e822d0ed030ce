/** Socket.IO's parser, for which what is too wide or too deep is a call without an envelope: it is refused in words like any other. */
import { Decoder, Encoder } from 'socket.io-parser'
import { isTooMuch } from './bounded-json.ts'

/** The kind of a packet, its attachments, its namespace and the number of the answer it waits for. */
const header = /^\d(?:\d+-)?(?:\/[^,]{0,100},)?\d{0,15}/

class BoundedDecoder extends Decoder {
  override add(packet: unknown): void {
    super.add(
      typeof packet === 'string' && isTooMuch(packet) ? `${header.exec(packet)?.[0] ?? ''}["call",null]` : packet,
    )
  }
}

export const boundedParser = { Encoder, Decoder: BoundedDecoder }
