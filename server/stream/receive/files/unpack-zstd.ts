/** Zstandard, frame after frame: Node's own stream ends with the first frame, and says nothing of what follows it. */
import { createZstdDecompress } from 'node:zlib'

/** Throws an error with a code of zlib's when the data are broken, or end in the middle of a frame. */
export async function* unpackZstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let frame = openFrame()
  try {
    for await (const chunk of packed) {
      for (let rest = chunk; rest.length > 0;) {
        const { taken, out } = await frame.take(rest)
        yield* out
        rest = rest.subarray(taken)
        if (rest.length === 0) break
        frame.close()
        frame = openFrame()
      }
    }
    yield* await frame.end()
  } finally {
    frame.close()
  }
}

function openFrame() {
  const stream = createZstdDecompress()
  let out: Buffer[] = []
  let failure: Error | null = null
  let fail: (error: Error) => void = () => {}
  stream.on('data', (chunk: Buffer) => out.push(chunk))
  stream.on('error', (error) => {
    failure ??= error
    fail(error)
  })
  const drained = (): Buffer[] => {
    const drain = out
    out = []
    return drain
  }
  /** What the stream calls back for, or its failure. */
  const settled = (work: (done: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      fail = reject
      if (failure) reject(failure)
      else work(resolve)
    })

  return {
    /** @returns how many bytes belonged to the frame, and what was in them */
    async take(bytes: Buffer): Promise<{ taken: number; out: Buffer[] }> {
      const before = stream.bytesWritten
      await settled((done) => stream.write(bytes, () => done()))
      return { taken: stream.bytesWritten - before, out: drained() }
    },
    async end(): Promise<Buffer[]> {
      await settled((done) => stream.once('end', done).end())
      return drained()
    },
    close(): void {
      stream.destroy()
    },
  }
}
