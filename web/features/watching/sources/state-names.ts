import type { SourceHealth } from '../../../../contract/watching/sources.ts'

export const stateNames: Record<SourceHealth['state'], string> = {
  off: 'не подключена',
  ok: 'слышно хорошо',
  late: 'отстаёт',
  failing: 'не отвечает',
}
