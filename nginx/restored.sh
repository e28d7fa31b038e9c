# shellcheck shell=bash
# After a database was restored, by nginx/restore and by cambio-restore alike: before anything of
# Cambio runs, what the database cannot know is made harmless (cambioctl restored guard), and then
# said what a person has to look at. The caller gives the command of cambioctl.

# Options more for cambioctl restored guard.
guard_options=()

is_number_of_addresses() { [[ $1 =~ ^[1-9][0-9]{0,6}$ ]]; }

# keep_addresses FILE: what was asked for in SKIP_ADDRESSES, for a call that has to go on with it.
keep_addresses() {
    [[ ! ${SKIP_ADDRESSES:-} ]] || { say "$SKIP_ADDRESSES" >"$1.new" && mv "$1.new" "$1"; }
}

# guard_restored FILE REASON CAMBIOCTL…: pauses everything, and skips as many addresses as were kept
# in FILE; fails where that cannot be done.
guard_restored() {
    local addresses=${SKIP_ADDRESSES:-1000}
    if [[ -s $1 ]]; then addresses=$(<"$1"); fi
    "${@:3}" restored guard --addresses "$addresses" "${guard_options[@]}" --reason "$2"
}

# look_at_restored REASON CAMBIOCTL…: looks at chains and books, and says what to do before
# resuming. Nothing of it fails: all stays paused until somebody has read it.
look_at_restored() {
    local reason=$1
    shift
    say "What was sent after the restored moment, as the chains know it:"
    "$@" restored look --reason "$reason" || say "Look at the lines above: they need a decision."
    say
    say "Withdrawals in doubt, and addresses that nobody will be given any more:"
    "$@" restored list || true
    say
    say "What is on the chains and what is owed (deposits that arrived since are not credited yet):"
    "$@" totals || true
    say
    say "The books:"
    "$@" audit || say "The books do not balance: resume nothing before the cause is known."
    cat <<'TEXT'

Everything is paused and all clients are signed out. Before you resume:
  1. Settle what is said above of withdrawals: cambioctl restored look again, restored release.
     Has another hot address paid since than those that are shown? cambioctl restored look --hot
  2. Destroy signed transactions that were not imported: they belong to a past that is gone.
  3. cambioctl resume deposits: what arrived is credited. Then the differences of cambioctl totals
     are what the restored books have lost.
  4. Run audit_ledger --now, then resume trading, and withdrawals last.
The README has the whole table (Backup and restore), and how it is run (The books).
TEXT
}
