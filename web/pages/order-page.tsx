import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { Cart } from '../../contract/commerce/cart.ts'
import { pageAfterPayment } from '../../rules/cart-steps.ts'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { dayForms, plural } from '../../rules/plural.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { BeforeOwnTeam } from '../features/access/team/before-own-team.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { billLines, countIn, countOf } from '../features/commerce/cart/bill-lines.ts'
import { ChosenCategories } from '../features/commerce/cart/chosen-categories.tsx'
import { GatewayChoice, useGateways, type GatewayType } from '../features/commerce/cart/gateway-choice.tsx'
import { OrderBill } from '../features/commerce/cart/order-bill.tsx'
import { OrderButton } from '../features/commerce/cart/order-button.tsx'
import { OrderCard, OrderPart } from '../features/commerce/cart/order-card.tsx'
import { PromoCodeInput } from '../features/commerce/cart/promo-code-input.tsx'
import { QuantityInput } from '../features/commerce/cart/quantity-input.tsx'
import { useCart } from '../features/commerce/cart/use-cart.ts'
import { useOrder } from '../features/commerce/cart/use-order.ts'
import { useUsedTrials } from '../features/commerce/cart/use-used-trials.ts'
import { DeviceNote } from '../features/commerce/promo/device-note.tsx'
import { readOrderNumber, paidPath, reportsFailure } from '../features/commerce/payments/payment-success.ts'
import { ProductChoice } from '../features/access/tariffs/product-choice.tsx'
import { TariffColumns } from '../features/access/tariffs/tariff-columns.tsx'
import { typeWords } from '../features/access/tariffs/tariff-in-words.ts'
import { useTariffs } from '../features/access/tariffs/use-tariffs.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../kit/ui/components/alert-box.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import frame from '../kit/ui/components/page-frame.module.css'
import { fetchPage } from '../kit/ui/page-files.ts'
import { OrderFacts, OrderTrust } from './order-facts.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import classes from './order-page.module.css'
import { useOrderChoice, type OrderFormChoice, type OrderProps } from './use-order-choice.ts'

/** The price list, and the order that is made of it (spec §2 Order, §4 Cart order flow). */
export function OrderPage() {
  const { user } = useMe()
  const { search } = useLocation()
  const tariffs = useTariffs()
  const cart = useCart()
  const usedTrials = useUsedTrials(user)
  const title = useRef<HTMLHeadingElement>(null)
  const failure = tariffs.error ?? cart.error
  return (
    <div className={`${frame.column} ${classes.page}`}>
      <PageTitle name="Тарифы" />
      <header className={classes.head}>
        <h1 ref={title} className={classes.title} tabIndex={-1}>
          Тарифы
        </h1>
        <p className={classes.lead}>
          Платите один раз за выбранный срок. Подписка не продлевается сама и не списывает деньги.
        </p>
      </header>
      <PaymentFailed
        asked={user ? readOrderNumber(search) : null}
        onClose={() => title.current?.focus({ preventScroll: true })}
      />
      {tariffs.tree && tariffs.tariffs && cart.cart && cart.estimation && usedTrials ? (
        <Order
          key={user?.id ?? 'guest'}
          user={user}
          usedTrials={usedTrials}
          tree={tariffs.tree}
          tariffs={tariffs.tariffs}
          {...cart}
          cart={cart.cart}
          estimation={cart.estimation}
        />
      ) : failure ? (
        <LoadFailure
          title="Тарифы не загрузились"
          error={failure}
          onRetry={() => {
            tariffs.retry()
            cart.retry()
          }}
          variant="filled"
        />
      ) : (
        <Waiting />
      )}
      <OrderFacts />
      <ActionToasts />
    </div>
  )
}

function Order(props: OrderProps) {
  const { user, tree, cart, estimation, change } = props
  const navigate = useNavigate()
  const [gateway, setGateway] = useState<GatewayType>()
  const gateways = useGateways()
  const order = useOrder({
    person: user ? { emailApprove: user.emailApprove } : null,
    cart,
    gateway,
    prepare: fetchPage,
    go: (address) => void navigate(address),
  })
  useFocusReturn({ opened: order.dialog !== null })
  const choice = useOrderChoice(props, order.forget)
  const { product, type, trial, chosen } = choice
  const owns = mayAsk('teamOwner', rolesOf(user?.role ?? []))

  const openCategories = (): void => order.setDialog({ show: 'choose', mistake: null })
  const withoutPromo = (): void => {
    order.forget()
    change({ change: 'promo', code: null })
  }
  const button = (short: boolean) => (
    <OrderButton
      short={short}
      cart={cart}
      estimation={estimation}
      loading={order.pressing}
      disabled={user === undefined || order.waiting}
      onChoose={openCategories}
      onPress={order.press}
    />
  )
  const sum = trial ? 'Бесплатно' : formatRoubles(toKopecks(estimation.total))
  return (
    <>
      <div className={classes.columns}>
        <Stack>
          <ProductChoice product={product} onChoose={(next) => choice.chooseIn(next, type)} />
          {choice.hadTrial && (
            <AlertBox tone="quiet">
              Пробный доступ вы уже брали: он даётся один раз. Вот то же по обычному тарифу.
            </AlertBox>
          )}
          <TariffColumns
            tree={tree}
            product={product}
            type={type}
            chosen={chosen}
            trialUsed={props.usedTrials.includes(product)}
            onChoose={choice.choose}
          />
        </Stack>
        <div className={classes.order}>
          <OrderCard>
            <WhatIsOrdered {...props} choice={choice} onOpen={openCategories} />
            <PricePart {...props} choice={choice} />
            {!trial && <GatewayChoice gateways={gateways} chosen={gateway} onChoose={setGateway} />}
            <Stack gap={3} className={classes.last}>
              <OrderFailure order={order} onWithoutPromo={withoutPromo} />
              {user && type === 'team' && chosen && <BeforeOwnTeam size={chosen.teamSize ?? null} owns={owns} />}
              <div className={classes.wide}>{button(false)}</div>
              <OrderTrust trial={trial} test={(gateway ?? gateways[0]?.type) === 'test'} />
            </Stack>
          </OrderCard>
        </div>
      </div>
      <OrderBar cart={cart} choice={choice} sum={sum}>
        {button(true)}
      </OrderBar>
      <OrderDialogs order={order} cart={cart} change={change} trial={trial} sum={sum} onChoose={openCategories} />
    </>
  )
}

/** Why nothing came of the press, and what to do about it. */
function OrderFailure({
  order: { error, onDevice, promoRefused },
  onWithoutPromo,
}: {
  order: ReturnType<typeof useOrder>
  onWithoutPromo: () => void
}) {
  if (error === null) return null
  const without = promoRefused && (
    <Button variant="default" size="sm" onClick={onWithoutPromo}>
      Убрать промокод
    </Button>
  )
  return (
    <AlertBox tone="bad" action={without}>
      {error} {onDevice && <DeviceNote />}
    </AlertBox>
  )
}

/** The categories, or how many of what is counted. */
function WhatIsOrdered({ cart, change, choice, onOpen }: OrderProps & { choice: OrderFormChoice; onOpen: () => void }) {
  const { product, trial, chosen } = choice
  if (product === 'category')
    return (
      <ChosenCategories
        items={cart.items}
        trial={trial}
        onRemove={(id) => change({ change: 'remove', id })}
        onOpen={onOpen}
      />
    )
  if (trial) return null
  return (
    <QuantityInput
      key={product}
      product={product}
      quantity={cart.quantity}
      max={chosen?.maxQuantity ?? null}
      onChange={(quantity) => change({ change: 'quantity', quantity })}
    />
  )
}

function PricePart({
  cart,
  estimation,
  change,
  counting,
  checkingPromo,
  choice,
}: OrderProps & { choice: OrderFormChoice }) {
  const { product, type, trial, byHand, inCart, chosen } = choice
  const count = countIn(cart, product)
  const inWords = `${typeWords[type].title} тариф${byHand ? ' по запросу' : !chosen ? '' : `, ${chosen.durationTitle}`}`
  return (
    <OrderPart title={inWords}>
      {trial ? (
        estimation.days !== null && (
          <p className={classes.tariff}>
            Доступ на {estimation.days}&nbsp;{plural(estimation.days, dayForms)}
          </p>
        )
      ) : count > 0 && inCart ? (
        <OrderBill lines={billLines(inCart, count, estimation)} estimation={estimation} counting={counting} />
      ) : (
        <p className={classes.tariff}>
          Выберите категории, и здесь появится цена: каждая следующая дешевле на 5&nbsp;%.
        </p>
      )}
      {!byHand && (
        <PromoCodeInput
          code={cart.promoCode}
          status={estimation.promoCodeStatus}
          asking={checkingPromo}
          onApply={(code) => change({ change: 'promo', code })}
        />
      )}
    </OrderPart>
  )
}

/** The order in a line, at the foot of a narrow screen. */
function OrderBar({
  cart,
  choice,
  sum,
  children,
}: {
  cart: Cart
  choice: OrderFormChoice
  sum: string
  children: ReactNode
}) {
  const { product, type, byHand, chosen } = choice
  const count = countIn(cart, product)
  return (
    <div className={classes.bar}>
      <Stack gap={0} className={classes.barWords}>
        <span className={classes.barSum}>{count === 0 ? typeWords[type].title : sum}</span>
        <span className={typography.small}>
          {count === 0 ? 'Категории не выбраны' : countOf(product, count)}
          {byHand || !chosen ? null : `, ${chosen.durationTitle}`}
        </span>
      </Stack>
      {children}
    </div>
  )
}

/**
 * Spec §2: the gateway sent the person back without their having paid; `asked` is the order, where the address names it. That
 * it has been paid after all is the server's word, and stands above the address. It takes the focus; `onClose`, called before it goes, has
 * to lead that on.
 */
function PaymentFailed({ asked, onClose }: { asked: string | null; onClose: () => void }) {
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  const failed = reportsFailure(hash)
  const sentence = useRef<HTMLParagraphElement>(null)
  const { data } = useCall(
    'payments',
    'getOrder',
    { account: asked ?? '' },
    { enabled: asked !== null && failed, staleTime: 0 },
  )
  // It stands above all that one may have scrolled past before going to pay, and what they pressed has gone with its dialog. A second
  // refusal is a second visit of this address.
  useEffect(() => {
    if (!failed) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    sentence.current?.focus({ preventScroll: true })
  }, [failed, key])
  if (!failed) return null
  if (data?.status === 'paid') return <Navigate to={paidPath(pageAfterPayment(data), data.account)} replace />
  const close = (): void => {
    onClose()
    void navigate({ pathname, search }, { replace: true })
  }
  return (
    <AlertBox
      tone="bad"
      action={
        <Button variant="default" size="sm" onClick={close}>
          Понятно
        </Button>
      }
    >
      <p ref={sentence} tabIndex={-1}>
        <strong>Оплата не завершена.</strong> Заказ остался в корзине: попробуйте ещё раз или другой картой. Если деньги
        всё же списались, доступ откроется сам, как только банк это подтвердит.
      </p>
    </AlertBox>
  )
}

function Waiting() {
  return (
    <div className={classes.columns} aria-busy="true">
      <Stack>
        <Skeleton height={66} radius="md" />
        <div className={classes.skeletons}>
          <Skeleton height={520} radius="lg" />
          <Skeleton height={520} radius="lg" />
          <Skeleton height={520} radius="lg" />
        </div>
      </Stack>
      <div className={classes.order}>
        <Skeleton height={420} radius="lg" />
      </div>
    </div>
  )
}
