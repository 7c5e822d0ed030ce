import pg from 'pg'
import { readFileSync } from 'node:fs'
const c = new pg.Client({ host: '127.0.0.1', port: 36387, user: 'echolot', password: readFileSync('.data/postgres/echolot.password', 'utf8').trim(), database: 'echolot' })
await c.connect(); await c.query(`alter system set log_min_duration_statement = ${process.argv[2]}`); await c.query('select pg_reload_conf()'); await c.end()
