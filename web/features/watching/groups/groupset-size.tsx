import { Progress } from '@mantine/core'
import type { Groupset } from '../../../../contract/watching/groups.ts'
import { plural } from '../../../../rules/plural.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './groups-list.module.css'

/** How full the list is. */
export function GroupsetSize({ groupset: { size, maxSize } }: { groupset: Groupset }) {
  const free = Math.max(0, maxSize - size)
  return (
    <Stack gap={2} className={classes.size}>
      <p>
        <b>{size.toLocaleString('ru')}</b> из {maxSize.toLocaleString('ru')}{' '}
        {plural(maxSize, ['группы', 'групп', 'групп'])}
        <span className={classes.note}>
          {free > 0 ? ` · свободно ${free.toLocaleString('ru')}` : ' · список полон'}
        </span>
      </p>
      <Progress
        value={maxSize === 0 ? 100 : Math.min(100, (size / maxSize) * 100)}
        color={size >= maxSize ? 'orange' : 'sea'}
        aria-label="Заполнено"
      />
    </Stack>
  )
}
