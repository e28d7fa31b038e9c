// What can be done with an open position besides closing it: adding margin, setting its targets.
import { useState } from "react";
import { placesOf, trimZeros, typedDecimal, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Fact, Facts } from "../../ui/facts";
import { Input } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import { useAddMargin, useSetTargets } from "./api";
import type { Contract, OpenPosition } from "./contract";
import styles from "./form.module.css";
import { addingProblem, liquidationWith, targetFields, targetsProblem, usdtPlaces } from "./rules";
import { sentence } from "./trade_form";

const quote = "USDT";

export interface DialogProps {
  position: OpenPosition;
  /** Of the position; undefined when it is not listed any more. */
  contract: Contract | undefined;
  /** In USDT. */
  available: Decimal;
  onClose: () => void;
}

export function MarginDialog({ position, contract, available, onClose }: DialogProps) {
  const [amount, setAmount] = useState("");
  const [tried, setTried] = useState(false);
  const addMargin = useAddMargin();
  const problem = tried ? addingProblem(amount, available) : null;
  const places = contract && placesOf(contract.tick);
  const added = typedDecimal(amount);
  const after = added && contract ? liquidationWith(position, added, contract) : null;
  return (
    <PasswordDialog
      trades
      title={t("futures.add_margin")}
      refused={t("futures.margin_not_added")}
      check={() => {
        setTried(true);
        return addingProblem(amount, available) === null;
      }}
      send={(secret) =>
        addMargin.mutateAsync({ future_id: position.id, amount: added ?? "0", ...secret })
      }
      onClose={onClose}
      onDone={() => {
        toast({ tone: "success", title: t("common.success"), text: t("futures.margin_added") });
        onClose();
      }}
    >
      <p className={styles.note}>{t("futures.add_margin_text")}</p>
      <div className={styles.fields}>
        <Input
          label={t("futures.amount")}
          layout="inside"
          inputMode="decimal"
          unit={quote}
          value={amount}
          error={problem ? sentence(problem) : undefined}
          onValue={(text) => {
            setTried(false);
            setAmount(cleanTyping(text, usdtPlaces));
          }}
        />
      </div>
      <Facts look="details" className={styles.beside}>
        <Fact name={t("futures.available")}>
          <Amount value={available} places={usdtPlaces} unit={quote} />
        </Fact>
        <Fact name={t("futures.liquidation_now")}>
          <Price value={position.liquidation_price} places={places} unit={quote} />
        </Fact>
        <Fact name={t("futures.liquidation_after")} valueClass={styles.liquidation}>
          <Price value={after} places={places} estimate unit={quote} />
        </Fact>
      </Facts>
    </PasswordDialog>
  );
}

export function TargetsDialog({ position, contract, onClose }: DialogProps) {
  const [targets, setTargets] = useState({
    take_profit: position.take_profit ? trimZeros(position.take_profit) : "",
    stop_loss: position.stop_loss ? trimZeros(position.stop_loss) : "",
  });
  const [tried, setTried] = useState(false);
  const save = useSetTargets();
  const terms = contract ?? { mark_price: position.current_price, tick: "0" };
  const problem = targetsProblem(position.delegate_type, targets, terms);
  return (
    <PasswordDialog
      trades
      title={t("futures.targets_title")}
      confirm={t("futures.targets_save")}
      refused={t("futures.targets_not_saved")}
      check={() => {
        setTried(true);
        return problem === null;
      }}
      // The mark may have moved past what was typed: it can be typed anew.
      stays={() => true}
      send={(secret) =>
        save.mutateAsync({
          future_id: position.id,
          take_profit: typedDecimal(targets.take_profit) ?? undefined,
          stop_loss: typedDecimal(targets.stop_loss) ?? undefined,
          ...secret,
        })
      }
      onClose={onClose}
      onDone={() => {
        onClose();
        toast({ tone: "success", title: t("common.success"), text: t("futures.targets_saved") });
      }}
    >
      <p className={styles.note}>{t("futures.targets_text")}</p>
      <Facts look="details">
        <Fact name={t("futures.mark_price")}>
          <Price
            value={terms.mark_price}
            places={contract && placesOf(contract.tick)}
            unit={quote}
          />
        </Fact>
      </Facts>
      <div className={styles.fields}>
        {targetFields.map((field) => (
          <Input
            key={field}
            label={t(`futures.${field}`)}
            layout="inside"
            inputMode="decimal"
            unit={quote}
            value={targets[field]}
            error={tried && problem?.field === field ? sentence(problem) : undefined}
            onValue={(text) =>
              setTargets({
                ...targets,
                [field]: cleanTyping(text, contract ? placesOf(contract.tick) : usdtPlaces),
              })
            }
          />
        ))}
      </div>
    </PasswordDialog>
  );
}
