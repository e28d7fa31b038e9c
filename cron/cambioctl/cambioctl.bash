# Completion of cambioctl for bash: `. var/release/share/cambioctl.bash`, or a copy in
# /usr/share/bash-completion/completions/cambioctl.
_cambioctl() {
    local word=${COMP_WORDS[COMP_CWORD]} noun='' verb='' i choices
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -*) ;;
        *)
            if [[ -z $noun ]]; then noun=${COMP_WORDS[i]}; else verb=${verb:-${COMP_WORDS[i]}}; fi
            ;;
        esac
    done
    case ${COMP_WORDS[COMP_CWORD - 1]} in
    --photo) choices="selfie front back" ;;
    --kind) choices="once daily weekly" ;;
    --measure) choices="verification deposits trading_volume trades referrals" ;;
    --state)
        case $noun in
        withdrawals) choices="review approved exported unsigned open all" ;;
        deposits) choices="SEEN CONFIRMING CREDITED ORPHANED REVERSED IGNORED" ;;
        *) choices="requested waiting open all" ;;
        esac
        ;;
    --risk) choices="low high" ;;
    --from | --to)
        if [[ $noun == house ]]; then
            mapfile -t COMPREPLY < <(compgen -W "TRC20 ERC20 BEP20 BTC demo" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -d -- "$word")
        fi
        return
        ;;
    *)
        case "$noun $verb" in
        " ") choices="clients kyc tasks news messages futures deposits networks markets pause resume earn withdrawals house totals log secrets audit statement restored check schema --json --help --version" ;;
        "clients ") choices="find show freeze unfreeze restrict-withdrawals allow-withdrawals level sessions orders ledger end-session cancel-orders reset-second-factor" ;;
        "kyc ") choices="list show approve reject" ;;
        "tasks ") choices="list add change close" ;;
        "news ") choices="list add hide" ;;
        "messages ") choices="send" ;;
        "futures ") choices="list show close orders cancel" ;;
        "deposits ") choices="list explain credit surplus" ;;
        "networks ") choices="list addresses rescan" ;;
        "markets ") choices="list halt cancel-only open spread" ;;
        "pause ") choices="list trading deposits withdrawals all" ;;
        "resume ") choices="trading deposits withdrawals all" ;;
        "withdrawals ") choices="list show approve reject export import bump status" ;;
        "house ") choices="list exposure fund withdraw" ;;
        "earn ") choices="list set open close" ;;
        "log ") choices="list waiting verify" ;;
        "secrets ") choices="list seal" ;;
        "restored ") choices="guard look list release" ;;
        "statement ") choices="check" ;;
        "statement check")
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
            ;;
        "clients find") choices="--limit --json" ;;
        "clients restrict-withdrawals") choices="--period --reason --json" ;;
        "clients show") choices="--json" ;;
        "kyc list") choices="--all --limit --json" ;;
        "kyc show") choices="--to --json" ;;
        "kyc approve") choices="--same-document --reason --json" ;;
        "kyc reject") choices="--photo --reason --json" ;;
        "tasks list") choices="--all --json" ;;
        "tasks add") choices="--description --rules --amount --reward --position --kind --measure --coin --reason --json" ;;
        "tasks change") choices="--description --rules --amount --reward --position --reopen --reason --json" ;;
        "news list") choices="--limit --json" ;;
        "news add") choices="--title --body --url --image-url --reason --json" ;;
        "messages send") choices="--title --text --reason --json" ;;
        "futures list" | "futures orders") choices="--state --limit --json" ;;
        "futures show") choices="--json" ;;
        "deposits list") choices="--state --client --limit --json" ;;
        "deposits explain" | "deposits surplus" | "networks list") choices="--json" ;;
        "clients sessions") choices="--json" ;;
        "clients orders") choices="--all --limit --json" ;;
        "clients ledger") choices="--days --coin --limit --json" ;;
        "clients cancel-orders") choices="--market --reason --json" ;;
        "deposits credit") choices="--network --address --coin --amount --reason --json" ;;
        "networks addresses") choices="--client --limit --json" ;;
        "networks rescan") choices="--from --to --reason --json" ;;
        "withdrawals list") choices="--state --limit --json" ;;
        "withdrawals show" | "withdrawals status" | "house list" | "house exposure") choices="--json" ;;
        "withdrawals reject") choices="--conflict --again --reason --json" ;;
        "withdrawals bump") choices="--fee-rate --reason --json" ;;
        "withdrawals export") choices="--id --fee-rate --again --reason --json" ;;
        "house fund") choices="liquidity fees earn rewards insurance dust --from --reason --json" ;;
        "house withdraw") choices="liquidity fees earn rewards insurance dust --to --reason --json" ;;
        "earn list") choices="--json" ;;
        "earn set") choices="--apr --minimum --maximum --risk --reason --json" ;;
        "markets list" | "pause list") choices="--json" ;;
        "restored guard") choices="--addresses --to --left --numbers --reason --json" ;;
        "restored look") choices="--hot --reason --json" ;;
        "restored list" | "secrets list") choices="--json" ;;
        "log list") choices="--subject --limit --json" ;;
        "log waiting") choices="--json" ;;
        "log verify") choices="--known --json" ;;
        audit* | totals* | check* | schema*) choices="--json" ;;
        *) choices="--reason --json" ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}
complete -F _cambioctl cambioctl
