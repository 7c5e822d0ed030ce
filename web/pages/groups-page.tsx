import { Button, Skeleton } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Group, Groupset } from '../../contract/watching/groups.ts'
import { viewAddress, viewKey } from '../../rules/filters/views.ts'
import { GroupsAddForm } from '../features/watching/groups/groups-add-form.tsx'
import { summaryOf } from '../features/watching/groups/addition-in-words.ts'
import { useGroupset } from '../features/watching/groups/groups-cache.ts'
import { GroupsList } from '../features/watching/groups/groups-list.tsx'
import { groupsAddress, readAskedGroups } from '../features/watching/groups/groups-address.ts'
import { GroupsetSize } from '../features/watching/groups/groupset-size.tsx'
import { ownList, useWhichList, WhichListContext, type WhichList } from '../features/watching/groups/which-list.ts'
import { ask } from '../kit/calls/ask.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { saveFile } from '../kit/calls/save-file.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { ActionToasts, showErrorToast } from '../kit/ui/components/action-toast.tsx'
import { LateMenu } from '../kit/ui/components/late-menu.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { ChoiceChips } from '../kit/ui/components/choice-chips.tsx'
import { AlertBox } from '../kit/ui/components/alert-box.tsx'
import { Card } from '../kit/ui/components/card.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { ForPerson } from './for-person.tsx'
import { PaidThanks } from './paid-thanks.tsx'
import { usePlacePrice } from './product-prices.ts'
import { usePackagePayment } from './use-package-payment.tsx'

const AddDialog = lazyNamed(() => import('../features/watching/groups/groups-add-dialog.tsx'), 'GroupsAddDialog')
const ReportDialog = lazyNamed(
  () => import('../features/watching/groups/groups-report-dialog.tsx'),
  'GroupsReportDialog',
)
const ClearDialog = lazyNamed(() => import('../features/watching/groups/groups-clear-dialog.tsx'), 'GroupsClearDialog')

/** /groups: the list of groups that are listened to. */
export function GroupsPage() {
  return (
    <PageFrame name="Группы" width="reading">
      <ForPerson
        why="Список групп у каждого свой, поэтому странице нужно знать, кто вы."
        head={<PageHeading {...head} />}
      >
        {({ id, timeZone }) => <Groups key={id} zone={timeZone} />}
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

const head = { title: 'Группы', lead: 'Каждое сообщение этих групп, каналов и сайтов приходит в вашу ленту.' }

type DialogName = 'add' | 'report' | 'clear' | 'package'

/** One's own list, or the team's: which one stands in the address, and who has none of their own begins with the team's. */
function Groups({ zone }: { zone: string }) {
  const { search } = useLocation()
  const own = useGroupset()
  const asked = readAskedGroups(search)
  const ofTeam = own.team ?? null
  const shown: WhichList =
    ofTeam && (asked.team || own.groupset === null) ? { of: { team: true }, editable: ofTeam.editable } : ownList
  return (
    <WhichListContext value={shown}>
      <List
        key={String(shown.of.team)}
        zone={zone}
        owner={shown === ownList ? null : (ofTeam?.owner ?? null)}
        others={ofTeam && own.groupset ? <Lists owner={ofTeam.owner} team={asked.team} /> : null}
      />
    </WhichListContext>
  )
}

/** The way between the two. */
function Lists({ owner, team }: { owner: string; team: boolean }) {
  const navigate = useNavigate()
  return (
    <ChoiceChips
      label="Чей список"
      options={[
        { value: 'own', title: 'Мой список' },
        { value: 'team', title: `Команда «${owner}»` },
      ]}
      value={team ? 'team' : 'own'}
      onChange={(value) => void navigate({ search: groupsAddress({ ...readAskedGroups(''), team: value === 'team' }) })}
    />
  )
}

interface ListProps {
  zone: string
  /** Whose team the list is of; null: it is one's own. */
  owner: string | null
  /** The way to the other list, when there are two. */
  others: ReactNode
}

function List({ zone, owner, others }: ListProps) {
  const { of, editable } = useWhichList()
  const { groupset, addition, error, retry } = useGroupset(of)
  const [open, setOpen] = useState<DialogName | null>(null)
  const { packageDialog, payment } = usePackagePayment()
  const close = (): void => setOpen(null)
  const words =
    owner === null ? head : { title: 'Группы', lead: `Список команды «${owner}»: его сообщения видите и вы.` }
  return (
    <>
      <PageHeading {...words}>{groupset && <GroupsetActions groupset={groupset} onOpen={setOpen} />}</PageHeading>
      <PaidThanks />
      {others}
      {owner !== null && !editable && (
        <p className={typography.note}>Список меняют владелец команды и те, у кого есть право «Управление».</p>
      )}
      {error && groupset === undefined ? (
        <LoadFailure error={error} onRetry={retry}>
          Список не загрузился.
        </LoadFailure>
      ) : groupset === undefined ? (
        <Skeleton height={320} radius="lg" aria-busy="true" />
      ) : groupset === null ? (
        <NoSubscription zone={zone} />
      ) : (
        <>
          <GroupsetState
            groupset={groupset}
            addition={editable ? addition : null}
            onReport={() => setOpen('report')}
            onBuy={owner === null ? () => setOpen('package') : null}
          />
          <GroupsList
            zone={zone}
            feedOf={feedOf}
            empty={<FirstGroups groupset={groupset} onAdded={() => setOpen('report')} />}
          />
          <LazyBoundary>
            {open === 'add' && <AddDialog groupset={groupset} onAdded={() => setOpen('report')} onClose={close} />}
            {open === 'report' && addition && <ReportDialog addition={addition} onClose={close} />}
            {open === 'clear' && <ClearDialog size={groupset.size} onClose={close} />}
            {open === 'package' && packageDialog(close)}
          </LazyBoundary>
          {payment}
        </>
      )}
    </>
  )
}

/** Where there are none yet, links are put in at once. */
function FirstGroups({ groupset, onAdded }: { groupset: Groupset; onAdded: () => void }) {
  const heading = useId()
  const { editable } = useWhichList()
  if (!groupset.running || !editable) {
    return (
      <EmptyState picture="quiet" title="Список пока пуст">
        Каждое сообщение групп, каналов и сайтов из списка приходит в ленту.
      </EmptyState>
    )
  }
  return (
    <Card aria-labelledby={heading}>
      <Stack gap={3}>
        <h2 id={heading} className={typography.heading}>
          Добавьте первые группы
        </h2>
        <GroupsAddForm groupset={groupset} onAdded={onAdded} />
      </Stack>
    </Card>
  )
}

const feedOf = (group: Group): string =>
  viewAddress(viewKey({ productType: 'group', productId: group.monitoredGroupset }, group.icGroup))

function NoSubscription({ zone }: { zone: string }) {
  return (
    <GroupsList
      zone={zone}
      feedOf={feedOf}
      empty={
        <EmptyState
          picture="no-subscription"
          title="Подписки на группы пока нет"
          action={
            <Button component={Link} to="/order?product=group">
              Посмотреть тарифы
            </Button>
          }
        >
          Соберите список групп по ссылкам, и ни одно их сообщение не пройдёт мимо.
        </EmptyState>
      }
    />
  )
}

interface GroupsetStateProps extends Pick<ReturnType<typeof useGroupset>, 'addition'> {
  groupset: Groupset
  /** What became of the links is wanted. */
  onReport: () => void
  /** More places are wanted; null: they are not the reader's to buy. */
  onBuy: (() => void) | null
}

/** Whether the list is listened to, how full it is, and what is being added. */
function GroupsetState({ groupset, addition, onReport, onBuy }: GroupsetStateProps) {
  const price = usePlacePrice()
  return (
    <>
      {!groupset.running && (
        <AlertBox
          tone="warn"
          action={
            onBuy && (
              <Button component={Link} to="/order?product=group" variant="default" size="sm">
                Продлить
              </Button>
            )
          }
        >
          Подписка на группы не действует: список сохранён, но его никто не слушает.
        </AlertBox>
      )}
      <GroupsetSize groupset={groupset} price={onBuy && price} onBuy={groupset.running ? onBuy : null} />
      {addition && !addition.finished && (
        <AlertBox
          tone="quiet"
          action={
            <Button variant="default" size="sm" onClick={onReport}>
              Подробнее
            </Button>
          }
        >
          Проверяем ссылки. {summaryOf(addition)}
        </AlertBox>
      )}
    </>
  )
}

/** What can be done with the list as a whole. */
function GroupsetActions({ groupset, onOpen }: { groupset: Groupset; onOpen: (name: DialogName) => void }) {
  const { of, editable } = useWhichList()
  const save = (): void =>
    void ask('groups', 'downloadGroups', of)
      .then(({ lines }) =>
        saveFile('Группы.txt', new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' })),
      )
      .catch((error: unknown) => showErrorToast(`Скачать не получилось. ${sentenceOf(error)}`))
  if (!editable) {
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
        disabled={groupset.size === 0}
        onClick={save}
      >
        Скачать список
      </Button>
    )
  }
  return (
    <Row>
      <Button
        leftSection={<IconPlus size={17} aria-hidden="true" />}
        disabled={!groupset.running || groupset.size >= groupset.maxSize}
        onClick={() => onOpen('add')}
      >
        Добавить группы
      </Button>
      <LateMenu
        position="bottom-end"
        width={250}
        target={
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
            Список
          </Button>
        }
      >
        {(Menu) => (
          <>
            <Menu.Item
              leftSection={<IconDownload size={17} stroke={1.7} />}
              disabled={groupset.size === 0}
              onClick={save}
            >
              Скачать список
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={17} stroke={1.7} />}
              disabled={groupset.size === 0}
              onClick={() => onOpen('clear')}
            >
              Очистить список
            </Menu.Item>
          </>
        )}
      </LateMenu>
    </Row>
  )
}
