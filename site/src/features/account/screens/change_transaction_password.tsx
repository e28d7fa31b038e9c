import { useNavigate } from "react-router";
import { t } from "../../../lib/i18n";
import { Card, SubPage } from "./card";
import { PasswordForm } from "./password_form";

export default function ChangeTransactionPassword() {
  const navigate = useNavigate();
  return (
    <SubPage title={t("account.change_transaction_password")}>
      <Card>
        <PasswordForm which="transaction" onDone={() => void navigate("/account/security")} />
      </Card>
    </SubPage>
  );
}
