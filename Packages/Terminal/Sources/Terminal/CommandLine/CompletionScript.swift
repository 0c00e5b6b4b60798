/// The script that teaches a shell to ask the program for completions.
enum CompletionScript {
  static func text(for shell: Shell, program: String, callback: String) -> String {
    let function = "_" + program.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return switch shell {
    case .bash:
      """
      # Completions of \(program) for bash. Load them with: source <(\(program) completions bash)
      \(function)() {
        local answer line
        COMPREPLY=()
        answer=$("${1/#\\~/$HOME}" \(callback) bash "${COMP_LINE:0:COMP_POINT}" \\
          "$2" 2>/dev/null) || return 0
        if [[ $answer == files ]]; then
          compopt -o default 2>/dev/null
          return 0
        fi
        while IFS= read -r line; do
          [[ -z $line ]] || COMPREPLY+=("$line")
        done <<< "$answer"
        if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == --*= ]]; then
          compopt -o nospace 2>/dev/null
        fi
      }
      complete -F \(function) \(program)

      """
    case .zsh:
      """
      #compdef \(program)
      # Completions of \(program) for zsh. Save them as _\(program) in a folder of $fpath.
      \(function)() {
        local -a answer values descriptions
        local line
        answer=("${(@f)$("${(Q)words[1]}" \(callback) zsh -- "${(@Q)words[2,CURRENT-1]}" \
          "${(Q)PREFIX}" 2>/dev/null)}")
        if [[ ${answer[1]} == files ]]; then
          _files
          return
        fi
        for line in "${answer[@]}"; do
          [[ -n $line ]] || continue
          values+=("${line%%$'\\t'*}")
          descriptions+=("${line%%$'\\t'*}  ${line#*$'\\t'}")
        done
        compadd -M 'm:{[:lower:]}={[:upper:]}' -l -d descriptions -a values
      }
      if [[ ${funcstack[1]} == \(function) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(program)
      fi

      """
    case .fish:
      """
      # Completions of \(program) for fish. Load them with: \(program) completions fish | source
      function _\(function)_complete
        set -l words (commandline -opc) (commandline -ct)
        set -l answer ($words[1] \(callback) fish -- $words[2..-1] 2>/dev/null)
        if test "$answer[1]" = files
          __fish_complete_path (commandline -ct)
        else
          printf '%s\\n' $answer
        end
      end
      complete -c \(program) -f -a '(_\(function)_complete)'

      """
    }
  }
}
