/** What a process counts, for Prometheus. Names end in their unit. */
import { collectDefaultMetrics, Registry } from 'prom-client'

export const metrics = new Registry()

export function collectProcessMetrics(): void {
  if (!metrics.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics({ register: metrics })
}

/** Where a metric is counted: each is declared beside what it measures. */
export const registers = [metrics]
