import { createServer, type AddressInfo } from 'node:net'
import { errorCode, ToolError } from './tool-error.ts'

// The port to listen on: the asked one when it is free, any free one when 0 is asked.
export async function checkPort(host: string, port: number): Promise<number> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ host, port }, resolve))
    return (probe.address() as AddressInfo).port
  } catch (error) {
    throw new ToolError(sentence(errorCode(error), host, port))
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

function sentence(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Порт ${port} занят другой программой: выберите другой, например PORT=${port + 1} npm start.`
  if (code === 'EACCES') return `Порт ${port} доступен только root: выберите другой, например PORT=3000 npm start.`
  return `Слушать адрес ${host}:${port} нельзя (${code}): проверьте HOST и PORT.`
}
