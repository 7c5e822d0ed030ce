/** What the gate counts. */
import { Gauge, Histogram } from 'prom-client'
import { registers } from '../kit/metrics.ts'

export const callSeconds = new Histogram({
  name: 'echolot_call_seconds',
  help: 'How long calls take',
  labelNames: ['call', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
})
export const openSockets = new Gauge({ name: 'echolot_open_sockets', help: 'Sockets that are connected', registers })
