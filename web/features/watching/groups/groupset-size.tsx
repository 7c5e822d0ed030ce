import { Button, Progress } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { Groupset } from '../../../../contract/watching/groups.ts'
import { plural } from '../../../../rules/plural.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './groups-list.module.css'

export interface GroupsetSizeProps {
  groupset: Groupset
  /** «20 руб. в месяц»: what one more group costs, where places are sold. */
  price: string | null
  /** More places are wanted; null: there is nothing to add them to. */
  onBuy: (() => void) | null
}

/** How full the list is, and the way to more places. */
export function GroupsetSize({ groupset: { size, maxSize }, price, onBuy }: GroupsetSizeProps) {
  const free = Math.max(0, maxSize - size)
  return (
    <Stack gap={2} className={classes.size}>
      <Row gap={[1, 4]} align="center" justify="space-between">
        <p>
          <b>{size.toLocaleString('ru')}</b> из {maxSize.toLocaleString('ru')}{' '}
          {plural(maxSize, ['группы', 'групп', 'групп'])}
          <span className={classes.note}>
            {free > 0 ? ` · свободно ${free.toLocaleString('ru')}` : ' · список полон'}
          </span>
        </p>
        {onBuy && (
          <Row gap={[1, 3]} align="center">
            {price !== null && <span className={classes.note}>Ещё группа — {price}</span>}
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPackage size={17} stroke={1.7} aria-hidden="true" />}
              onClick={onBuy}
            >
              Купить больше мест
            </Button>
          </Row>
        )}
      </Row>
      <Progress
        value={maxSize === 0 ? 100 : Math.min(100, (size / maxSize) * 100)}
        color={size >= maxSize ? 'orange' : 'sea'}
        aria-label="Заполнено"
      />
    </Stack>
  )
}
