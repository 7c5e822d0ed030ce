import pg from 'pg'

/** @returns the address of a new database on this server */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
