/** What the stream counts. */
import { Counter, Gauge, Histogram } from 'prom-client'
import { registers } from '../kit/metrics.ts'

export const stepSeconds = new Histogram({
  name: 'echolot_stream_step_seconds',
  help: 'How long one batch takes in a step of the stream',
  labelNames: ['step'] as const,
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
})
export const messagesReceived = new Counter({
  name: 'echolot_messages_received_total',
  help: 'Messages that came from a source, repeated ones too',
  labelNames: ['source'] as const,
  registers,
})
export const messagesStored = new Counter({
  name: 'echolot_messages_stored_total',
  help: 'Messages stored for the first time',
  labelNames: ['source'] as const,
  registers,
})
export const feedItemsStored = new Counter({
  name: 'echolot_feed_items_stored_total',
  help: 'Matches that became feed items',
  labelNames: ['source'] as const,
  registers,
})
export const receiveLagSeconds = new Gauge({
  name: 'echolot_receive_lag_seconds',
  help: 'Age of the newest message of the last batch when it was stored',
  labelNames: ['source'] as const,
  registers,
})
export const searchBackSeconds = new Histogram({
  name: 'echolot_search_back_seconds',
  help: 'How long what is stored is searched for a project that was saved',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers,
})
export const standingQueries = new Gauge({
  name: 'echolot_standing_queries',
  help: 'Standing queries in the index',
  registers,
})
export const sourceLagSeconds = new Gauge({
  name: 'echolot_source_lag_seconds',
  help: 'Half of the last messages were stored later than this after they were written',
  labelNames: ['network', 'part'] as const,
  registers,
})
export const sourceWaiting = new Gauge({
  name: 'echolot_source_waiting',
  help: 'Groups, searches or links whose turn has come and gone',
  labelNames: ['network', 'part'] as const,
  registers,
})
export const readingLateSeconds = new Histogram({
  name: 'echolot_reading_late_seconds',
  help: 'How much later than planned a reading began',
  labelNames: ['network', 'part'] as const,
  buckets: [1, 5, 15, 60, 300, 900, 3600, 21_600],
  registers,
})
export const networkCallsToday = new Gauge({
  name: 'echolot_network_calls_today',
  help: 'Calls of the day of the network, by method, over all tokens',
  labelNames: ['network', 'method'] as const,
  registers,
})
export const networkTokens = new Gauge({
  name: 'echolot_network_tokens',
  help: 'Tokens by what has become of them',
  labelNames: ['network', 'state'] as const,
  registers,
})
